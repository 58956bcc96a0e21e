import type { Day } from '@darkroom/domain/calendar/day';
import { findPeriodName, PERIODS, getPeriod, type PricePeriod, type PeriodName } from '@darkroom/domain/price/period';
import { Select } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { DayRange } from '../../ui/filter-bar/filter-bar-days.tsx';
import styles from './period-filter.module.css';

/** Reads the days of a report from the URL. Default: this month. */
export const readPeriod = ({ from, to }: { from?: Day | undefined; to?: Day | undefined }, today: Day): PricePeriod =>
  from && to && from <= to ? { from, to } : getPeriod('this_month', today);

interface PeriodFilterProps {
  period: PricePeriod;
  today: Day;
  /** Called with the selected days. Without days, the current month is set. */
  onChange: (days: { from: Day | undefined; to: Day | undefined }) => void;
}

/** Period of a report: a named period, or any days. */
export function PeriodFilter({ period, today, onChange }: PeriodFilterProps) {
  const { t } = useTranslation('price');
  const periodName = findPeriodName(period, today) ?? 'free';
  const selectPeriod = (name: PeriodName | 'free') => {
    if (name !== 'free') onChange(name === 'this_month' ? { from: undefined, to: undefined } : getPeriod(name, today));
  };
  return (
    <>
      <Select<PeriodName | 'free'>
        className={styles.period}
        aria-label={t('report.period')}
        value={periodName}
        options={[
          ...PERIODS.map((value) => ({ value, label: t(`report.periods.${value}`) })),
          { value: 'free' as const, label: t('report.periods.free'), disabled: periodName !== 'free' },
        ]}
        onChange={selectPeriod}
      />
      <div className={styles.days}>
        {/* The named periods are next to it. */}
        <DayRange
          hasPresets={false}
          isRequired
          from={period.from}
          to={period.to}
          onChange={(from, to) => onChange({ from, to })}
        />
      </div>
    </>
  );
}
