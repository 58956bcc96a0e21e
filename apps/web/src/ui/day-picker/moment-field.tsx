import { Input } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { parseTimeOfDay } from '../../lib/i18n/time-of-day.ts';
import { DayField } from './day-picker.tsx';
import styles from './moment-field.module.css';
import type { Moment } from './moment.ts';

interface MomentFieldProps {
  id?: string;
  value?: Moment;
  onChange?: (moment: Moment) => void;
  /** Name of the field, which its time has for screen readers. */
  label: string;
  disabled?: boolean;
  'aria-required'?: boolean | 'true' | 'false';
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
}

/** The only field for a day with its time, 24 hours, in Bangkok's zone on every device. */
export function MomentField({ id, value = { day: null, time: '' }, onChange, label, ...look }: MomentFieldProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.moment}>
      <DayField
        {...look}
        {...(id === undefined ? {} : { id })}
        className="grow min-w-0"
        value={value.day}
        // Clearing the day also clears its time.
        onChange={(day) => onChange?.(day === null ? { day, time: '' } : { ...value, day })}
      />
      <Input
        {...look}
        className={styles.time}
        aria-label={t('timeOf', { label })}
        placeholder={t('timeForm')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={value.time}
        onChange={(event) => onChange?.({ ...value, time: event.target.value })}
        onBlur={() => {
          const clock = parseTimeOfDay(value.time);
          if (clock && clock !== value.time) onChange?.({ ...value, time: clock });
        }}
      />
    </div>
  );
}
