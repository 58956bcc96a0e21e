import type { Day, Instant } from '@darkroom/domain/calendar/day';
import i18next from 'i18next';
import { use } from 'react';
import { LanguageRevision } from './use-translation.tsx';

const ZONE = 'Asia/Bangkok';

export interface Format {
  /** Formats a day: `20/11/2026` (vi), `20 Nov 2026` (en). */
  day: (day: Day | null | undefined) => string;
  dayTime: (instant: Instant | number | null | undefined) => string;
  /** Formats a time of day in 24 h: `09:05`. */
  time: (instant: Instant | number | null | undefined) => string;
  /** Formats a number with at most 3 decimals. A smaller value has its first significant digit. */
  number: (value: number | null | undefined) => string;
  /** Formats an amount with at most 3 decimals, and at least 2 if there is a fraction. */
  money: (value: number | null | undefined) => string;
  /** Formats a duration: `1:05:09` from an hour on, below that `05:09`. */
  duration: (ms: number) => string;
}

const EMPTY_TEXT = '–';

/** True for a value above zero that three decimals do not show. Below a millionth it is a rounding error. */
const isTiny = (value: number) => value >= 0.000_001 && value < 0.0005;

/** Formats days, times, numbers and money in a language. Always in Bangkok's time, in every zone of the device (spec §1). */
export function createFormat(language: string): Format {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  const months = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: ZONE });
  // en-CA writes ISO days.
  const isoDay = new Intl.DateTimeFormat('en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: ZONE,
  });
  const plain = new Intl.NumberFormat(locale === 'vi-VN' ? locale : 'en-US', { maximumFractionDigits: 3 });
  const tiny = new Intl.NumberFormat(locale === 'vi-VN' ? locale : 'en-US', { maximumSignificantDigits: 1 });
  const cents = new Intl.NumberFormat(locale === 'vi-VN' ? locale : 'en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
  });

  const day: Format['day'] = (value) => {
    if (!value) return EMPTY_TEXT;
    // Typed text that is not a day is shown as typed.
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) return value;
    const [year = '', month = '', date = ''] = value.split('-');
    if (language === 'vi') return `${date}/${month}/${year}`;
    return `${date} ${months.format(Date.UTC(2000, Number(month) - 1, 1)).slice(0, 3)} ${year}`;
  };
  const time: Format['time'] = (value) => (value ? clock.format(new Date(value)) : EMPTY_TEXT);
  return {
    day,
    time,
    dayTime: (value) => (value ? `${day(isoDay.format(new Date(value)))} ${time(value)}` : EMPTY_TEXT),
    number: (value) => {
      if (value === null || value === undefined) return EMPTY_TEXT;
      return (isTiny(value) ? tiny : plain).format(value);
    },
    money: (value) => {
      if (value === null || value === undefined) return EMPTY_TEXT;
      return Number.isInteger(value) ? plain.format(value) : cents.format(value);
    },
    duration: (ms) => {
      const seconds = Math.max(0, Math.floor(ms / 1000));
      const padTwo = (n: number) => String(n).padStart(2, '0');
      const tail = `${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
      return seconds < 3600 ? tail : `${Math.floor(seconds / 3600)}:${tail}`;
    },
  };
}

const formats = new Map<string, Format>();

function currentFormat(): Format {
  const language = i18next.resolvedLanguage ?? 'en';
  const format = formats.get(language) ?? createFormat(language);
  formats.set(language, format);
  return format;
}

/** Returns the formats of the page's language. They need no dictionary, because every row has days and figures. */
export function useFormat(): Format {
  use(LanguageRevision);
  return currentFormat();
}

/** Returns the language of the page. */
export function useLanguage(): 'vi' | 'en' {
  use(LanguageRevision);
  return i18next.resolvedLanguage === 'vi' ? 'vi' : 'en';
}
