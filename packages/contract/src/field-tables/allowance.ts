import type { Fields } from './field.ts';

/** Audit fields of a person's month, which that person can read: days by date, and parking. */
export const ALLOWANCE = {
  parking_fee: { kind: 'text' },
  meal_fee: { kind: 'number' },
  online_fee: { kind: 'flag' },
  parking: { kind: 'money' },
} as const satisfies Fields;

/** An exception of a person's month, with the note of its acceptance. */
const found = { kind: 'notes' } as const;

/** Audit fields of a month of everyone: its state changes, and the accepted exceptions of the month and of its people. */
export const ALLOWANCE_MONTH = {
  state: { kind: 'word', words: 'allowance:state', word: 'month_wrong_state' },
  no_entry: found,
  on_sunday: found,
  on_holiday: found,
  before_start: found,
  after_end: found,
  online_and_parking: found,
  meal_without_work: found,
  on_leave: found,
  unusual_amount: found,
  lookups_changed: found,
} as const satisfies Fields;
