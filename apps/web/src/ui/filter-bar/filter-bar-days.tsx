import { DAY_RANGES, getDayRange } from '@darkroom/domain/calendar/day-range';
import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useToday } from '../../lib/clock/use-today.ts';
import { useIsNarrow } from '../data-table/columns/window-width.ts';
import { DayEnd } from '../day-picker/day-end.tsx';
import { DayRangePicker } from '../day-picker/day-range-picker.tsx';
import styles from './filter-bar.module.css';

export interface DayRangeProps {
  /** True if the filter offers named ranges. False if another control offers them. */
  hasPresets?: boolean;
  from: string | undefined;
  to: string | undefined;
  /** True if both ends are required. A cleared end is restored. */
  isRequired?: boolean;
  onChange: (from: string | undefined, to: string | undefined) => void;
}

/** A range of days, either end open. */
export function DayRange({ from, to, onChange, hasPresets = true, isRequired = false }: DayRangeProps) {
  const { t } = useTranslation('table');
  const narrow = useIsNarrow();
  const today = useToday();
  const presets = hasPresets
    ? DAY_RANGES.map((name) => ({ label: t(`filter.days.${name}`), range: getDayRange(name, today) }))
    : [];
  // Two months do not fit a phone, so that each end has its own calendar.
  if (narrow) {
    return (
      <div className={styles.days}>
        <DayEnd
          name={t('filter.from')}
          day={from}
          max={to}
          onChange={(day) => (day || !isRequired) && onChange(day, to)}
        />
        <DayEnd
          name={t('filter.to')}
          day={to}
          min={from}
          onChange={(day) => (day || !isRequired) && onChange(from, day)}
        />
        {hasPresets && (
          <div className="wrap full-row gap-4">
            {presets.map(({ label, range }) => (
              <Button
                key={label}
                size="small"
                aria-pressed={range.from === from && range.to === to}
                onClick={() => onChange(range.from, range.to)}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    );
  }
  return (
    <DayRangePicker
      presets={presets}
      from={from}
      to={to}
      placeholder={[t('filter.from'), t('filter.to')]}
      isRequired={isRequired}
      onChange={onChange}
    />
  );
}
