import type { Day } from '@darkroom/domain/calendar/day';
import type { Dayjs } from 'dayjs';
import { cloneElement, useMemo, type ComponentProps, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolidays } from '../../lib/session/holidays.ts';
import { held, type Picker } from './bureau-calendar.ts';
import styles from './day-picker.module.css';

// How a day is shown; typed ones are read alike in either language (domain/calendar/written-day).
const FORMATS = { vi: 'DD/MM/YYYY', en: 'DD MMM YYYY' };

/** The same for the same day: a picker takes another one for another day, and what is being typed is gone. */
export const useHeld = (day: Day | null | undefined): Dayjs | null => useMemo(() => held(day), [day]);

export const useDayFormat = () => FORMATS[useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'];

type DrawCell = NonNullable<ComponentProps<typeof Picker>['cellRender']>;

/** Draws the days of a calendar: holidays are marked, and say which they are. */
export function useDayCells(): DrawCell {
  const holidays = useHolidays();
  const language = useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en';
  return (day, { type, originNode }) => {
    const holiday = type === 'date' && typeof day === 'object' ? holidays.get(day.format('YYYY-MM-DD')) : undefined;
    if (!holiday) return originNode;
    const cell = originNode as ReactElement<{ className?: string; title?: string }>;
    return cloneElement(cell, {
      className: `${cell.props.className ?? ''} ${styles.holiday}`,
      title: holiday[language],
    });
  };
}
