import type { Day } from '@darkroom/domain/calendar/day';
import styles from './day-picker.module.css';
import { DayPicker } from './day-picker.tsx';
import { useDayError } from './use-day-rule.ts';
import { useInvalidDay } from './use-invalid-day.ts';

interface DayEndProps {
  name: string;
  day: Day | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  onChange: (day: Day | undefined) => void;
}

/** One end of a range of days in its own field. Invalid text shows an error, and the previous day stays. */
export function DayEnd({ name, day, min, max, onChange }: DayEndProps) {
  const invalidDay = useInvalidDay(day);
  const error = useDayError()(invalidDay.text, min, max);
  return (
    <div>
      <DayPicker
        className="w-full"
        aria-label={name}
        placeholder={name}
        value={invalidDay.text ?? day}
        min={min}
        max={max}
        {...(error !== null && { status: 'error' as const })}
        onInvalidText={invalidDay.keep}
        onChange={(next) => {
          invalidDay.forget();
          onChange(next ?? undefined);
        }}
      />
      {error !== null && (
        <div role="alert" className={styles.error}>
          {error}
        </div>
      )}
    </div>
  );
}
