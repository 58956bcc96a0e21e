import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useNarrow } from './data-table-narrow.ts';
import type { DayRangeProps } from './filter-bar-days.tsx';
import styles from './filter-bar.module.css';

const EARLIEST = dayjs('2000-01-01');
const LATEST = dayjs('2100-12-31');

const picked = (day: string | undefined) => (day ? dayjs(day) : null);
const written = (day: Dayjs | null | undefined) => day?.format('YYYY-MM-DD');

/** A range of days, either end open. Days are `YYYY-MM-DD` as the wire has them: no zone can move them. */
export default function DayRangeField({ from, to, onChange }: DayRangeProps) {
  const { t, i18n } = useTranslation('table');
  const narrow = useNarrow();
  const format = i18n.resolvedLanguage === 'vi' ? 'DD/MM/YYYY' : 'DD MMM YYYY';
  // Two months side by side do not fit a phone: each end gets a calendar of its own there.
  if (narrow) {
    return (
      <div className={styles.days}>
        <DatePicker
          aria-label={t('filter.from')}
          placeholder={t('filter.from')}
          value={picked(from)}
          minDate={EARLIEST}
          maxDate={to ? dayjs(to) : LATEST}
          format={format}
          onChange={(day) => onChange(written(day), to)}
        />
        <DatePicker
          aria-label={t('filter.to')}
          placeholder={t('filter.to')}
          value={picked(to)}
          minDate={from ? dayjs(from) : EARLIEST}
          maxDate={LATEST}
          format={format}
          onChange={(day) => onChange(from, written(day))}
        />
      </div>
    );
  }
  return (
    <DatePicker.RangePicker
      value={[picked(from), picked(to)]}
      allowEmpty={[true, true]}
      minDate={EARLIEST}
      maxDate={LATEST}
      format={format}
      placeholder={[t('filter.from'), t('filter.to')]}
      onChange={(range) => onChange(written(range?.[0]), written(range?.[1]))}
    />
  );
}
