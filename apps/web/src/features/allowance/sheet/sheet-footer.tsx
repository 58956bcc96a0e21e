import type { AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { sumAllowances } from '@darkroom/domain/allowance/figures';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { monthOfRow } from '../month/month-words.ts';
import { countFees, amountOfLayer, sumLayer, type MemberMonth } from './member-month.ts';
import type { MonthDays } from './sheet-columns.tsx';
import styles from './sheet.module.css';

interface SheetFooterProps {
  people: readonly MemberMonth[];
  days: MonthDays;
  layer: FeeKind;
  month: AllowanceMonthRow;
}

/** Totals of each day and of the month, with unsaved changes. */
export function SheetFooter({ people, days: { days, off }, layer, month }: SheetFooterProps) {
  const { t } = useTranslation('allowance');
  const { number, money } = useFormat();
  const { byDay, count, sums } = useMemo(
    () => ({
      byDay: days.map((day) =>
        people.reduce((all, { counted }) => {
          const fees = counted.get(day);
          return fees ? all + countFees(layer, fees) : all;
        }, 0),
      ),
      count: people.reduce((all, { counted }) => all + sumLayer(layer, counted), 0),
      sums: sumAllowances(
        people.map(({ figures, row }) => ({
          ...figures,
          parking: row.monthly_allowance?.parking ?? 0,
        })),
        { month: monthOfRow(month), lookups: month.lookups },
      ),
    }),
    [people, days, layer, month],
  );
  const amount = amountOfLayer(layer, sums);
  return (
    <div role="row" aria-rowindex={people.length + 2} className={styles.foot}>
      <div role="rowheader" aria-colindex={1} className={styles.name}>
        {t('figure.total_allowance')}
      </div>
      {days.map((day, index) => (
        <div
          key={day}
          role="gridcell"
          aria-colindex={index + 2}
          className={styles.day}
          data-off={off.has(day) || undefined}
        >
          {byDay[index] ? number(byDay[index]) : ''}
        </div>
      ))}
      <div role="gridcell" aria-colindex={days.length + 2} className={`${styles.sum} ${styles.count}`}>
        {number(count)}
      </div>
      <div role="gridcell" aria-colindex={days.length + 3} className={`${styles.sum} ${styles.amount}`}>
        <Money value={amount}>{money(amount)}</Money>
      </div>
      <div role="gridcell" aria-colindex={days.length + 4} className={`${styles.sum} ${styles.total}`}>
        <Money value={sums.total_allowance}>{money(sums.total_allowance)}</Money>
      </div>
    </div>
  );
}
