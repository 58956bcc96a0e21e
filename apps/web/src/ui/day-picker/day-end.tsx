import type { Day } from '@darkroom/domain/calendar/day';
import styles from './day-picker.module.css';
import { DayPicker } from './day-picker.tsx';
import { useDayError } from './use-day-rule.ts';
import { useUnreadDay } from './use-unread-day.ts';

interface DayEndProps {
  name: string;
  day: Day | undefined;
  min?: Day | undefined;
  max?: Day | undefined;
  onChange: (day: Day | undefined) => void;
}

/** One end of a range of days in its own field. Invalid text shows an error, and the previous day stays. */
export function DayEnd({ name, day, min, max, onChange }: DayEndProps) {
  const unread = useUnreadDay(day);
  const said = useDayError()(unread.text, min, max);
  return (
    <div>
      <DayPicker
        className="w-full"
        aria-label={name}
        placeholder={name}
        value={unread.text ?? day}
        min={min}
        max={max}
        {...(said !== null && { status: 'error' as const })}
        onUnread={unread.keep}
        onChange={(next) => {
          unread.forget();
          onChange(next ?? undefined);
        }}
      />
      {said !== null && (
        <div role="alert" className={styles.trouble}>
          {said}
        </div>
      )}
    </div>
  );
}
