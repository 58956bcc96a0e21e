import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { feesOf, type AllowanceLookups, type DayFees, type FeeKind } from '@darkroom/domain/allowance/fees';
import { allowanceFigures, type AllowanceFigures } from '@darkroom/domain/allowance/figures';
import type { Day, Month } from '@darkroom/domain/calendar/day';
import type { Change } from './sheet-state.ts';

/** A person's month as it reads with what is not saved yet, and what it comes to. */
export interface ReckonedRow {
  /** What its days show. */
  readonly fees: ReadonlyMap<Day, DayFees>;
  /** What of that counts. */
  readonly counted: ReadonlyMap<Day, DayFees>;
  readonly figures: AllowanceFigures;
}

interface Known extends ReckonedRow {
  readonly changes: readonly Change[];
  readonly lookups: AllowanceLookups;
}
// The row and the foot both want it, and a key pressed in one row changes no other.
const known = new WeakMap<AllowanceRow, Known>();

/** Reckons a person's month anew only when something of it has changed. */
export function reckonedRow(
  row: AllowanceRow,
  changes: readonly Change[],
  month: Month,
  lookups: AllowanceLookups,
): ReckonedRow {
  const held = known.get(row);
  if (held && held.lookups === lookups && sameChanges(held.changes, changes)) return held;
  const fees = new Map(row.daily_allowance.map((entry) => [entry.date, feesOf(entry)]));
  const counted = new Map(fees);
  for (const change of changes) {
    fees.set(change.date, change.fees);
    if (counts(change)) counted.set(change.date, change.fees);
  }
  const parking = row.monthly_allowance?.parking ?? 0;
  const figures = allowanceFigures({ month, days: [...counted.values()], parking, lookups });
  const made = { fees, counted, figures, changes, lookups };
  known.set(row, made);
  return made;
}

/** What was refused, or where somebody else was first, is in no sum: that is what the server holds. What did not get through is sent again. */
const counts = ({ state }: Change): boolean =>
  state.as === 'waiting' || state.as === 'saving' || (state.as === 'refused' && state.lost === true);

/** The same changes, maybe in a new list. */
export const sameChanges = (a: readonly Change[], b: readonly Change[]): boolean =>
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));

/** How much of a layer a day is. */
export function feeCount(layer: FeeKind, { meal_fee, parking_fee, online_fee }: DayFees): number {
  if (layer === 'meal_fee') return meal_fee ?? 0;
  return layer === 'parking_fee' ? Number(parking_fee !== null) : online_fee;
}

/** How much of a layer some days come to. */
export function layerSum(layer: FeeKind, fees: ReadonlyMap<Day, DayFees>): number {
  let count = 0;
  for (const of of fees.values()) count += feeCount(layer, of);
  return count;
}

/** What a layer is worth among the figures. */
export const layerAmount = (layer: FeeKind, of: Omit<AllowanceFigures, 'working_days'>): number =>
  ({ meal_fee: of.total_meal, parking_fee: of.total_transport, online_fee: of.total_online })[layer];
