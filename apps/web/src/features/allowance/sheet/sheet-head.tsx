import type { FeeKind } from '@darkroom/domain/allowance/fees';
import { weekday, type Day } from '@darkroom/domain/calendar/day';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../ui/money.tsx';
import { cellId } from './sheet-row.tsx';
import { HEAD } from './sheet-scroll.ts';
import styles from './sheet.module.css';

interface SheetHeadProps {
  days: readonly Day[];
  /** Sundays and holidays. */
  off: ReadonlySet<Day>;
  /** Their names, in the page's language. */
  holidays: ReadonlyMap<Day, string>;
  layer: FeeKind;
}

/** The sheet's columns: whose row, each day of the month, and what the days come to. */
export function SheetHead({ days, off, holidays, layer }: SheetHeadProps) {
  const { t } = useTranslation('allowance');
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={styles.name}>
        {t('column.full_name')}
      </div>
      {days.map((day, at) => (
        <div
          key={day}
          id={cellId(HEAD, at)}
          role="columnheader"
          aria-colindex={at + 2}
          className={styles.dayHead}
          data-off={off.has(day) || undefined}
          title={holidays.get(day)}
        >
          {/* Two letters fit a narrow day. */}
          <span>{t(`weekday.${weekday(day) as 0}`).slice(0, 2)}</span>
          <span>{Number(day.slice(8))}</span>
        </div>
      ))}
      <div role="columnheader" aria-colindex={days.length + 2} className={styles.count}>
        {t('sheet.count')}
      </div>
      {/* Over the figures, whose decimals have room behind them. */}
      <div role="columnheader" aria-colindex={days.length + 3} className={styles.amount}>
        <Money value={0}>{t(`sheet.amount.${layer}`)}</Money>
      </div>
      <div role="columnheader" aria-colindex={days.length + 4} className={styles.total}>
        <Money value={0}>{t('figure.total_allowance')}</Money>
      </div>
    </div>
  );
}
