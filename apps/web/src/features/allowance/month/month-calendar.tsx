import type { AllowanceRow, AllowanceMonthRow } from '@darkroom/contract/allowance/allowance';
import { isSunday } from '@darkroom/domain/allowance/figures';
import { daysOfMonth, weekday, type Day } from '@darkroom/domain/calendar/day';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useToday } from '../../../lib/clock/use-today.ts';
import { monthOfRow } from './month-words.ts';
import styles from './month.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

const DayForm = lazyOverlay(() => import('./day-form.tsx'));

type Entry = AllowanceRow['daily_allowance'][number];

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** Returns the weeks of the days, from Monday. Days of other months are null. */
function toWeeks(days: readonly Day[]): (Day | null)[][] {
  const lead = (weekday(days[0]!) + 6) % 7;
  const places: (Day | null)[] = [...Array.from({ length: lead }, () => null), ...days];
  while (places.length % 7 > 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(week * 7, week * 7 + 7));
}

interface MonthCalendarProps {
  row: AllowanceRow;
  month: AllowanceMonthRow;
  /** True if a click on a day opens its form. */
  editable: boolean;
}

export function MonthCalendar({ row, month, editable }: MonthCalendarProps) {
  const { t, i18n } = useTranslation('allowance');
  const { day: dayInWords } = useFormat();
  const today = useToday();
  const [open, setOpen] = useState<{ day: Day; anchor: HTMLElement } | null>(null);
  const entries = new Map(row.daily_allowance.map((entry) => [entry.date, entry]));
  const language = i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
  const holidays = new Map(month.holidays.map((holiday) => [holiday.date, holiday[language]]));
  const openExceptionDays = new Set(row.exceptions.flatMap(({ day, accepted }) => (day && !accepted ? [day] : [])));

  const describeDay = (day: Day, entry: Entry | undefined): string =>
    [
      dayInWords(day),
      holidays.get(day),
      entry?.parking_fee && t('cell.parking', { tier: entry.parking_fee }),
      entry?.meal_fee && t('cell.meal', { count: entry.meal_fee, n: entry.meal_fee }),
      entry?.online_fee === 1 && t('kind.online_fee'),
      !entry && t('cell.nothing'),
    ]
      .filter(Boolean)
      .join(', ');

  return (
    <>
      <table className={styles.calendar} aria-label={t('calendar')}>
        <thead>
          <tr>
            {WEEKDAYS.map((dayOfWeek) => (
              <th key={dayOfWeek} scope="col" data-off={dayOfWeek === 0 || undefined}>
                {t(`weekday.${dayOfWeek}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toWeeks(daysOfMonth(monthOfRow(month))).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => {
                if (day === null) return <td key={WEEKDAYS[index]} aria-hidden className={styles.outsideMonth} />;
                const entry = entries.get(day);
                const dayProps = {
                  className: styles.day,
                  'data-off': isSunday(day) || holidays.has(day) || undefined,
                  'data-today': day === today || undefined,
                  'data-exception': openExceptionDays.has(day) || undefined,
                  title: holidays.get(day),
                };
                const inside = (
                  <>
                    <span className={styles.date}>{Number(day.slice(8))}</span>
                    <span className={styles.marks} aria-hidden>
                      <span className={styles.parking}>{entry?.parking_fee}</span>
                      <span className={styles.meal}>{entry?.meal_fee}</span>
                      <span className={styles.online}>{entry?.online_fee === 1 ? '●' : ''}</span>
                    </span>
                  </>
                );
                return (
                  <td key={day}>
                    {editable ? (
                      <button
                        type="button"
                        {...dayProps}
                        aria-label={describeDay(day, entry)}
                        aria-haspopup="dialog"
                        onClick={({ currentTarget }) => setOpen({ day, anchor: currentTarget })}
                      >
                        {inside}
                      </button>
                    ) : (
                      <div {...dayProps}>
                        <span className="visually-hidden">{describeDay(day, entry)}</span>
                        {inside}
                      </div>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.legend}>
        <span className={styles.parking}>A</span> {t('legend.parking')} <span className={styles.meal}>1</span>{' '}
        {t('legend.meal')} <span className={styles.online}>●</span> {t('legend.online')}
      </p>
      {open && (
        <DayForm
          key={open.day}
          anchor={open.anchor}
          staff_id={row.staff_id}
          day={open.day}
          entry={entries.get(open.day)}
          onClose={() => {
            setOpen(null);
            open.anchor.focus();
          }}
        />
      )}
    </>
  );
}
