import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import type { AllowanceMonthRow } from '@darkroom/contract/allowance/month';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { sumOfFigures } from '@darkroom/domain/allowance/figures';
import type { Day } from '@darkroom/domain/calendar/day';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { Money } from '../../../ui/money.tsx';
import { monthOfRow } from '../month/month-words.ts';
import type { Change } from './sheet-state.ts';
import { feeCount, layerAmount, layerSum, reckonedRow } from './sheet-sums.ts';
import styles from './sheet.module.css';

interface SheetFootProps {
  rows: readonly AllowanceRow[];
  days: readonly Day[];
  off: ReadonlySet<Day>;
  layer: FeeKind;
  month: AllowanceMonthRow;
  changesOf: ReadonlyMap<number, readonly Change[]>;
}

/** What each day and all of the month come to, with what is not saved yet. */
export function SheetFoot({ rows, days, off, layer, month, changesOf }: SheetFootProps) {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  const { byDay, count, sums } = useMemo(() => {
    const name = monthOfRow(month);
    const people = rows.map((row) => reckonedRow(row, changesOf.get(row.staff_id) ?? [], name, month.lookups));
    return {
      byDay: days.map((day) =>
        people.reduce((all, { counted }) => {
          const of = counted.get(day);
          return of ? all + feeCount(layer, of) : all;
        }, 0),
      ),
      count: people.reduce((all, { counted }) => all + layerSum(layer, counted), 0),
      sums: sumOfFigures(
        people.map(({ figures }, at) => ({ ...figures, parking: rows[at]?.monthly_allowance?.parking ?? 0 })),
        { month: name, lookups: month.lookups },
      ),
    };
  }, [rows, days, layer, month, changesOf]);
  const amount = layerAmount(layer, sums);
  return (
    <div role="row" aria-rowindex={rows.length + 2} className={styles.foot}>
      <div role="rowheader" aria-colindex={1} className={styles.name}>
        {t('figure.total_allowance')}
      </div>
      {days.map((day, at) => (
        <div
          key={day}
          role="gridcell"
          aria-colindex={at + 2}
          className={styles.cell}
          data-off={off.has(day) || undefined}
        >
          {byDay[at] ? number(byDay[at]) : ''}
        </div>
      ))}
      <div role="gridcell" aria-colindex={days.length + 2} className={styles.count}>
        {number(count)}
      </div>
      <div role="gridcell" aria-colindex={days.length + 3} className={styles.amount}>
        <Money value={amount}>{money(amount)}</Money>
      </div>
      <div role="gridcell" aria-colindex={days.length + 4} className={styles.total}>
        <Money value={sums.total_allowance}>{money(sums.total_allowance)}</Money>
      </div>
    </div>
  );
}
