import { useTranslation } from 'react-i18next';
import { useNarrow } from './data-table-narrow.ts';
import { DayPicker, DayRangePicker } from './day-picker/day-picker.tsx';
import type { DayRangeProps } from './filter-bar-days.tsx';
import styles from './filter-bar.module.css';

/** A range of days, either end open. */
export default function DayRangeField({ from, to, onChange }: DayRangeProps) {
  const { t } = useTranslation('table');
  const narrow = useNarrow();
  // Two months side by side do not fit a phone: each end gets a calendar of its own there.
  if (narrow) {
    return (
      <div className={styles.days}>
        <DayPicker
          aria-label={t('filter.from')}
          placeholder={t('filter.from')}
          value={from}
          max={to}
          onChange={(day) => onChange(day ?? undefined, to)}
        />
        <DayPicker
          aria-label={t('filter.to')}
          placeholder={t('filter.to')}
          value={to}
          min={from}
          onChange={(day) => onChange(from, day ?? undefined)}
        />
      </div>
    );
  }
  return <DayRangePicker from={from} to={to} placeholder={[t('filter.from'), t('filter.to')]} onChange={onChange} />;
}
