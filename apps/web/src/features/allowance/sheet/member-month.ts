import type { AllowanceRow, DailyEntry } from '@darkroom/contract/allowance/allowance';
import { pickFees, NO_FEES, type AllowanceLookups, type DayFees, type FeeKind } from '@darkroom/domain/allowance/fees';
import { calculateAllowance, type AllowanceFigures } from '@darkroom/domain/allowance/figures';
import type { Day, Month } from '@darkroom/domain/calendar/day';
import { isInvalidText, getCellState, type CellState, type RowChanges, type Value } from '../../../ui/grid/draft.ts';

/** Returns the draft field of a cell: day and kind of fee. */
export const fieldOf = (date: Day, kind: FeeKind): string => `${date} ${kind}`;
export const parseField = (field: string): { date: Day; kind: FeeKind } => {
  const [date = '', kind = ''] = field.split(' ');
  return { date, kind: kind as FeeKind };
};

export const idOfRow = (row: AllowanceRow): number => row.staff_id;
export const idOfMember = ({ row }: MemberMonth): number => row.staff_id;
export const savedValueOf = (row: AllowanceRow, field: string): Value => {
  const { date, kind } = parseField(field);
  return (row.daily_allowance.find((entry) => entry.date === date) ?? NO_FEES)[kind];
};

export const formatFee = (kind: FeeKind, value: Value | undefined): string => {
  if (isInvalidText(value)) return value.text;
  if (kind === 'online_fee') return value === 1 ? '1' : '';
  return String(value ?? '');
};

/** A member's month with unsaved changes, and its totals. */
export interface MemberMonth {
  readonly row: AllowanceRow;
  readonly changes: RowChanges;
  /** Values shown in the cells. */
  readonly fees: ReadonlyMap<Day, DayFees>;
  /** Values included in the sums. */
  readonly counted: ReadonlyMap<Day, DayFees>;
  readonly figures: AllowanceFigures;
}

export const buildMemberMonth =
  (month: Month, lookups: AllowanceLookups) =>
  (row: AllowanceRow, changes: RowChanges): MemberMonth => {
    const fees = new Map(row.daily_allowance.map((entry) => [entry.date, pickFees(entry)]));
    const counted = new Map(fees);
    for (const [field, change] of changes) {
      if (isInvalidText(change.value)) continue;
      const { date, kind } = parseField(field);
      fees.set(date, { ...(fees.get(date) ?? NO_FEES), [kind]: change.value });
      if (COUNTED_STATES.has(getCellState(change, savedValueOf(row, field))))
        counted.set(date, {
          ...(counted.get(date) ?? NO_FEES),
          [kind]: change.value,
        });
    }
    const parking = row.monthly_allowance?.parking ?? 0;
    const figures = calculateAllowance({
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
const COUNTED_STATES: ReadonlySet<CellState | null> = new Set(['waiting', 'saving', 'lost']);

/** Returns the text of a cell: the invalid text, or the fee. */
export const formatCell = ({ changes, fees }: MemberMonth, date: Day, kind: FeeKind): string => {
  const value = changes.get(fieldOf(date, kind))?.value;
  return formatFee(kind, isInvalidText(value) ? value : fees.get(date)?.[kind]);
};

export function countFees(layer: FeeKind, { meal_fee, parking_fee, online_fee }: DayFees): number {
  if (layer === 'meal_fee') return meal_fee ?? 0;
  return layer === 'parking_fee' ? Number(parking_fee !== null) : online_fee;
}

export function sumLayer(layer: FeeKind, fees: ReadonlyMap<Day, DayFees>): number {
  let count = 0;
  for (const dayFees of fees.values()) count += countFees(layer, dayFees);
  return count;
}

export const amountOfLayer = (layer: FeeKind, figures: Omit<AllowanceFigures, 'working_days'>): number =>
  ({
    meal_fee: figures.total_meal,
    parking_fee: figures.total_transport,
    online_fee: figures.total_online,
  })[layer];

export function mergeEntries(
  rows: readonly AllowanceRow[],
  entries: readonly DailyEntry[],
  removed: readonly number[],
): AllowanceRow[] {
  const byPerson = new Map<number, DailyEntry[]>();
  for (const entry of entries) byPerson.set(entry.staff_id, [...(byPerson.get(entry.staff_id) ?? []), entry]);
  const removedIds = new Set(removed);
  return rows.map((row) => {
    const newEntries = byPerson.get(row.staff_id) ?? [];
    if (newEntries.length === 0 && !row.daily_allowance.some(({ id }) => removedIds.has(id))) return row;
    const days = new Map(
      row.daily_allowance.filter(({ id }) => !removedIds.has(id)).map((entry) => [entry.date, entry]),
    );
    for (const { staff_id: _of, ...entry } of newEntries) days.set(entry.date, entry);
    return {
      ...row,
      daily_allowance: [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    };
  });
}
