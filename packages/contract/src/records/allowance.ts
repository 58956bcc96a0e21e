import type { Fields } from './field.ts';

/** What was found of somebody's month, with the word it was let stand with. */
const found = { kind: 'notes' } as const;

/** What the audit keeps of a person's month: its days by date, its parking, and what was let stand. */
export const ALLOWANCE = {
  parking_fee: { kind: 'text' },
  meal_fee: { kind: 'number' },
  online_fee: { kind: 'flag' },
  parking: { kind: 'money', whole: true },
  no_entry: found,
  on_sunday: found,
  on_holiday: found,
  before_start: found,
  after_end: found,
  online_and_parking: found,
  meal_without_work: found,
  unusual_amount: found,
} as const satisfies Fields;

/** The same of a month of everybody. */
export const ALLOWANCE_MONTH = {
  state: { kind: 'word', words: 'allowance:state' },
} as const satisfies Fields;
