import { addDays, dayOf, weekday, type Day, type Instant } from '@darkroom/domain/calendar/day';
import type { BureauHours, DayHours } from '@darkroom/domain/calendar/working-time';
import type { Turnaround } from '@darkroom/domain/due-date/turnaround';
import { instantAtTime, secondOfDay } from '@darkroom/domain/calendar/time-of-day';

const OPENS_S = 7 * 3600;
const CLOSES_S = 22 * 3600;
/** Seconds of a day's opening hours, 07:00–22:00. */
export const DAY_LENGTH = CLOSES_S - OPENS_S;

const TWO_SHIFTS: DayHours = [
  { from: '07:00', to: '14:30' },
  { from: '14:30', to: '22:00' },
];
/** Hours of the bureau's calendar, for two shifts one after the other. */
export const DEMO_HOURS: BureauHours = {
  week: [[], TWO_SHIFTS, TWO_SHIFTS, TWO_SHIFTS, TWO_SHIFTS, TWO_SHIFTS, TWO_SHIFTS],
  extra_days: [],
};

/** Turnarounds of a new bureau at these hours: two working days, half a day if urgent, three days if careful. */
export const DEMO_TURNAROUNDS: readonly Turnaround[] = [
  { cus_id1: null, service_cat1_id: null, job_priority: null, hours: 30 },
  { cus_id1: null, service_cat1_id: null, job_priority: 'Urgent', hours: 7.5 },
  { cus_id1: null, service_cat1_id: null, job_priority: 'Carefully', hours: 45 },
];

/**
 * The bureau's opening hours as one line: second 0 is the opening of the first day, and nights and Sundays have no
 * length. Sums never fall outside opening hours.
 */
export interface WorkTime {
  /** Working days from first to last. The last is the day of seeding, or the Saturday before a Sunday. */
  readonly days: readonly Day[];
  /** Current time, the end of the history. */
  readonly now: number;
  instant(moment: number): Instant;
}

const SUNDAY = 0;

/** Creates the line of working time up to `now`, within this number of calendar days. */
export function createWorkTime(now: Instant, span: number): WorkTime {
  const today = dayOf(now);
  const days = Array.from({ length: span }, (_, index) => addDays(today, index + 1 - span)).filter(
    (day) => weekday(day) !== SUNDAY,
  );
  const last = days.at(-1) ?? today;
  const sinceOpening = last === today ? secondOfDay(now) - OPENS_S : DAY_LENGTH;
  const opened = (days.length - 1) * DAY_LENGTH;
  return {
    days,
    // Before opening, the history ends on the evening before.
    now: opened + Math.min(Math.max(sinceOpening, -1), DAY_LENGTH - 1),
    instant: (moment) => {
      const whole = Math.floor(moment);
      return instantAtTime(days[Math.floor(whole / DAY_LENGTH)] ?? last, OPENS_S + (whole % DAY_LENGTH));
    },
  };
}
