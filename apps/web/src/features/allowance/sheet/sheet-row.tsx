import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import type { AllowanceLookups } from '@darkroom/domain/allowance/fees';
import { monthOf, type Day } from '@darkroom/domain/calendar/day';
import { memo, type ReactNode } from 'react';
import { Money } from '../../../ui/money.tsx';
import type { Format } from '../../../lib/words/format.ts';
import type { Change } from './sheet-state.ts';
import { layerAmount, layerSum, reckonedRow, sameChanges } from './sheet-sums.ts';
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
  /** Columns in which something was typed or pasted that is no value, as `2,5`. */
  wrong: string;
  /** Column of the active cell when it is in this row, else -1. */
  active: number;
  editor: ReactNode;
  format: Format;
  /** What a cell is called: "Lan, 03 Nov 2026". */
  online: string;
}

/** Whether a row would read the same: its own changes may come in a new list. */
function sameRow(a: SheetRowProps, b: SheetRowProps): boolean {
  return (Object.keys(b) as (keyof SheetRowProps)[]).every((name) =>
    name === 'changes' ? sameChanges(a.changes, b.changes) : a[name] === b[name],
  );
}

/** A person's row of the sheet; it is drawn again only when something of its own changed. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { row, index, days, off, layer, lookups, changes, from, to, wrong, active, editor, format, online } = props;
  const { fees, counted, figures } = reckonedRow(row, changes, monthOf(days[0]!), lookups);
  const unsaved = new Map(changes.map((change) => [change.date, change.state]));
  const notTaken = new Set(wrong.split(','));
  const amount = layerAmount(layer, figures);
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.row}>
      <div role="rowheader" aria-colindex={1} className={styles.name} title={row.full_name}>
        {row.full_name}
      </div>
      {days.map((day, at) => {
        const state = unsaved.get(day);
        const value = fees.get(day);
        const text = value ? textOf(layer, value) : '';
        const invalid = state?.as === 'refused' || state?.as === 'theirs' || notTaken.has(String(at));
        const editing = at === active && editor !== null;
        return (
          <div
            key={day}
            id={cellId(row.staff_id, at)}
            role="gridcell"
            aria-colindex={at + 2}
            aria-selected={at >= from && at <= to}
            aria-invalid={invalid || undefined}
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
        {format.number(layerSum(layer, counted))}
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
