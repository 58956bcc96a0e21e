import type { AllowanceRow, DailyEntry } from '@darkroom/contract/allowance/allowance';
import { feesOf, NO_FEES, type AllowanceLookups, type DayFees, type FeeKind } from '@darkroom/domain/allowance/fees';
import { allowanceFigures, type AllowanceFigures } from '@darkroom/domain/allowance/figures';
import type { Day, Month } from '@darkroom/domain/calendar/day';
import { isUnread, stateOf, type CellState, type RowChanges, type Value } from '../../../ui/grid/draft.ts';

/** Draft field of a cell: day and kind of fee. */
export const fieldOf = (date: Day, kind: FeeKind): string => `${date} ${kind}`;
export const dayAndKindOf = (field: string): { date: Day; kind: FeeKind } => {
  const [date = '', kind = ''] = field.split(' ');
  return { date, kind: kind as FeeKind };
};

export const idOfRow = (row: AllowanceRow): number => row.staff_id;
export const idOfPerson = ({ row }: Person): number => row.staff_id;
export const savedIn = (row: AllowanceRow, field: string): Value => {
  const { date, kind } = dayAndKindOf(field);
  return (row.daily_allowance.find((entry) => entry.date === date) ?? NO_FEES)[kind];
};

export const feeText = (kind: FeeKind, value: Value | undefined): string => {
  if (isUnread(value)) return value.text;
  if (kind === 'online_fee') return value === 1 ? '1' : '';
  return String(value ?? '');
};

/** A member's month with unsaved changes, and its totals. */
export interface Person {
  readonly row: AllowanceRow;
  readonly changes: RowChanges;
  /** Values shown in the cells. */
  readonly fees: ReadonlyMap<Day, DayFees>;
  /** Values included in the sums. */
  readonly counted: ReadonlyMap<Day, DayFees>;
  readonly figures: AllowanceFigures;
}

export const makePerson =
  (month: Month, lookups: AllowanceLookups) =>
  (row: AllowanceRow, changes: RowChanges): Person => {
    const fees = new Map(row.daily_allowance.map((entry) => [entry.date, feesOf(entry)]));
    const counted = new Map(fees);
    for (const [field, change] of changes) {
      if (isUnread(change.value)) continue;
      const { date, kind } = dayAndKindOf(field);
      fees.set(date, { ...(fees.get(date) ?? NO_FEES), [kind]: change.value });
      if (COUNTED.has(stateOf(change, savedIn(row, field))))
        counted.set(date, {
          ...(counted.get(date) ?? NO_FEES),
          [kind]: change.value,
        });
    }
    const parking = row.monthly_allowance?.parking ?? 0;
    const figures = allowanceFigures({
      month,
      days: [...counted.values()],
      parking,
      lookups,
    });
    return { row, changes, fees, counted, figures };
  };

/**
 * Cell states that are included in sums. Failed saves are included, because they are retried. Refused and conflicting values are not,
 * because the server has another value.
 */
const COUNTED: ReadonlySet<CellState | null> = new Set(['waiting', 'saving', 'lost']);

/** Text of a cell: the invalid text, or the fee. */
export const cellText = ({ changes, fees }: Person, date: Day, kind: FeeKind): string => {
  const value = changes.get(fieldOf(date, kind))?.value;
  return feeText(kind, isUnread(value) ? value : fees.get(date)?.[kind]);
};

/** Quantity of a layer on one day. */
export function feeCount(layer: FeeKind, { meal_fee, parking_fee, online_fee }: DayFees): number {
  if (layer === 'meal_fee') return meal_fee ?? 0;
  return layer === 'parking_fee' ? Number(parking_fee !== null) : online_fee;
}

/** Quantity of a layer over several days. */
export function layerSum(layer: FeeKind, fees: ReadonlyMap<Day, DayFees>): number {
  let count = 0;
  for (const of of fees.values()) count += feeCount(layer, of);
  return count;
}

/** Amount of a layer in the figures. */
export const layerAmount = (layer: FeeKind, of: Omit<AllowanceFigures, 'working_days'>): number =>
  ({
    meal_fee: of.total_meal,
    parking_fee: of.total_transport,
    online_fee: of.total_online,
  })[layer];

/** Rows with these entries merged in. */
export function withEntries(
  rows: readonly AllowanceRow[],
  entries: readonly DailyEntry[],
  removed: readonly number[],
): AllowanceRow[] {
  const byPerson = new Map<number, DailyEntry[]>();
  for (const entry of entries) byPerson.set(entry.staff_id, [...(byPerson.get(entry.staff_id) ?? []), entry]);
  const gone = new Set(removed);
  return rows.map((row) => {
    const mine = byPerson.get(row.staff_id) ?? [];
    if (mine.length === 0 && !row.daily_allowance.some(({ id }) => gone.has(id))) return row;
    const days = new Map(row.daily_allowance.filter(({ id }) => !gone.has(id)).map((entry) => [entry.date, entry]));
    for (const { staff_id: _of, ...entry } of mine) days.set(entry.date, entry);
    return {
      ...row,
      daily_allowance: [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    };
  });
}
