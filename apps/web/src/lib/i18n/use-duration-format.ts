import { roundWorkTime } from '@darkroom/domain/due-date/span';
import { useMemo } from 'react';
import { useTranslation } from './use-translation.tsx';
import { useFormat } from './format.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface DurationFormat {
  /** Formats minutes exactly: `12 min`, `3 h`, `3 h 5 min`. */
  exact: (minutes: number) => string;
  /** Formats minutes in one unit, for narrow columns: `71 min`, `27.5 h`. */
  short: (minutes: number) => string;
  /** Formats clock time, from a day on in days: `3 h 5 min`, `2 d 4 h`. */
  since: (ms: number) => string;
  /** Formats a duration for narrow columns: `95 min`, `2 d 4 h`. */
  shortSince: (ms: number) => string;
}

/** Returns functions that format durations. Every figure has its unit, because `3 h 05` reads like a time of day. */
export function useDurationFormat(): DurationFormat {
  const { t } = useTranslation('status');
  const { number } = useFormat();
  // The functions stay identical until the language changes, so that columns do not render again for a selected row.
  return useMemo(() => {
    const exact = (minutes: number) => {
      const [h, m] = [Math.floor(minutes / 60), minutes % 60];
      if (h === 0) return t('span.minutes', { n: m });
      return m === 0 ? t('span.hours', { n: number(h) }) : t('span.hoursMinutes', { h: number(h), m });
    };
    const short = (minutes: number) => {
      const { unit, n } = roundWorkTime(minutes);
      return t(`span.${unit}`, { n: number(n) });
    };
    const toClockFormat = (formatUnderADay: typeof exact) => (ms: number) =>
      ms < DAY_MS
        ? formatUnderADay(Math.max(0, Math.floor(ms / 60_000)))
        : t('span.days', { d: number(Math.floor(ms / DAY_MS)), h: Math.floor((ms % DAY_MS) / HOUR_MS) });
    return { exact, short, since: toClockFormat(exact), shortSince: toClockFormat(short) };
  }, [t, number]);
}
