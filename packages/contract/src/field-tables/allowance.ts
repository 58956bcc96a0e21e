import type { Fields } from './field.ts';

/** What the audit keeps of a person's month, which they may read: its days by date, and its parking. */
export const ALLOWANCE = {
  parking_fee: { kind: 'text' },
  meal_fee: { kind: 'number' },
  online_fee: { kind: 'flag' },
  parking: { kind: 'money' },
} as const satisfies Fields;

/** What was found of somebody's month, with the word it was let stand with. */
const found = { kind: 'notes' } as const;

/** The same of a month of everybody: how it was moved, and what was let stand of it and of people in it. */
export const ALLOWANCE_MONTH = {
  state: { kind: 'word', words: 'allowance:state', word: 'month_state' },
  no_entry: found,
  on_sunday: found,
  on_holiday: found,
  before_start: found,
  after_end: found,
  online_and_parking: found,
  meal_without_work: found,
  unusual_amount: found,
  lookups_changed: found,
} as const satisfies Fields;
