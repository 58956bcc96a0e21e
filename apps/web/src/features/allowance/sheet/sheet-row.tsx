import type { AllowanceRow } from '@darkroom/contract/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { allowanceFigures } from '@darkroom/domain/allowance/figures';
import type { AllowanceLookups } from '@darkroom/domain/allowance/fees';
import { monthOf, type Day } from '@darkroom/domain/calendar/day';
import { memo, type ReactNode } from 'react';
import { Money } from '../../../ui/money.tsx';
import type { Format } from '../../../lib/words/format.ts';
import { feesOf, type Change } from './sheet-state.ts';
import { textOf } from './sheet-values.ts';
import styles from './sheet.module.css';

export const cellId = (id: number, column: number) => `allowance-${id}-${column}`;

/** The row and column a cell's id names. */
export const placeOfCell = (name: string): { id: number; column: number } | null => {
  const [, id, column] = /^allowance-(\d+)-(\d+)$/.exec(name) ?? [];
  return id === undefined ? null : { id: Number(id), column: Number(column) };
};

export interface SheetRowProps {
  row: AllowanceRow;
  index: number;
  days: readonly Day[];
  /** Sundays and holidays. */
  off: ReadonlySet<Day>;
  layer: FeeKind;
  lookups: AllowanceLookups;
  /** Changes of this person that are not saved; the same object for as long as none of them changes. */
  changes: readonly Change[];
  /** Columns of the range in this row: from, to; -1 when none is. */
  from: number;
  to: number;
  /** Column of the active cell when it is in this row, else -1. */
  active: number;
  editor: ReactNode;
  format: Format;
  /** What a cell is called: "Lan, 03 Nov 2026". */
  online: string;
}

/** A person's month as it reads with what is not saved yet. */
export const rowWith = (row: AllowanceRow, changes: readonly Change[]) => {
  const days = new Map(row.daily_allowance.map((entry) => [entry.date, feesOf(entry)]));
  for (const { date, fees } of changes) days.set(date, fees);
  return days;
};

/** What a layer of a person's month comes to: how many, and how much. */
export function layerSum(
  layer: FeeKind,
  of: ReadonlyMap<Day, { meal_fee: number | null; parking_fee: string | null; online_fee: number }>,
): number {
  let count = 0;
  for (const fees of of.values())
    count +=
      layer === 'meal_fee'
        ? (fees.meal_fee ?? 0)
        : layer === 'parking_fee'
          ? fees.parking_fee
            ? 1
            : 0
          : fees.online_fee;
  return count;
}

/** Whether a row would read the same: its own changes may come in a new list. */
function sameRow(a: SheetRowProps, b: SheetRowProps): boolean {
  return (Object.keys(b) as (keyof SheetRowProps)[]).every((name) =>
    name === 'changes'
      ? a.changes.length === b.changes.length && a.changes.every((one, at) => one === b.changes[at])
      : a[name] === b[name],
  );
}

/** A person's row of the sheet; it is drawn again only when something of its own changed. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { row, index, days, off, layer, lookups, changes, from, to, active, editor, format, online } = props;
  const fees = rowWith(row, changes);
  const unsaved = new Map(changes.map((change) => [change.date, change.state]));
  const figures = allowanceFigures({
    month: monthOf(days[0]!),
    days: [...fees.values()],
    parking: row.monthly_allowance?.parking ?? 0,
    lookups,
  });
  const amount = {
    meal_fee: figures.total_meal,
    parking_fee: figures.total_transport,
    online_fee: figures.total_online,
  }[layer];
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.row}>
      <div role="rowheader" aria-colindex={1} className={styles.name} title={row.full_name}>
        {row.full_name}
      </div>
      {days.map((day, at) => {
        const state = unsaved.get(day);
        const value = fees.get(day);
        const text = value ? textOf(layer, value) : '';
        const editing = at === active && editor !== null;
        return (
          <div
            key={day}
            id={cellId(row.staff_id, at)}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={at >= from && at <= to}
            aria-invalid={state?.as === 'refused' || state?.as === 'theirs' || undefined}
            className={styles.cell}
            data-off={off.has(day) || undefined}
            data-active={at === active || undefined}
            data-range={(at >= from && at <= to) || undefined}
            data-state={state?.as}
            data-editing={editing || undefined}
          >
            {editing ? editor : layer === 'online_fee' && text ? <span aria-label={online}>●</span> : text}
          </div>
        );
      })}
      <div role="gridcell" aria-colindex={days.length + 2} className={styles.count}>
        {format.number(layerSum(layer, fees))}
      </div>
      <div role="gridcell" aria-colindex={days.length + 3} className={styles.amount}>
        <Money value={amount}>{format.money(amount)}</Money>
      </div>
      <div role="gridcell" aria-colindex={days.length + 4} className={styles.total}>
        <Money value={figures.total_allowance}>{format.money(figures.total_allowance)}</Money>
      </div>
    </div>
  );
}, sameRow);
