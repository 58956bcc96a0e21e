import type { Day } from '@darkroom/domain/calendar/day';
import type { Dayjs } from 'dayjs';
import { cloneElement, useMemo, type ComponentProps, type ReactElement } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useHolidays } from '../../lib/session/holidays.ts';
import { toPickerDay, type Picker } from './bureau-calendar.ts';
import styles from './day-picker.module.css';

// Displayed format. Both languages read typed days in the same way (domain/calendar/written-day).
const FORMATS = { vi: 'DD/MM/YYYY', en: 'DD MMM YYYY' };

/** Returns one object for each day, because a new object makes the picker discard typed text. */
export const usePickerDay = (day: Day | null | undefined): Dayjs | null => useMemo(() => toPickerDay(day), [day]);

export const useDayFormat = () => FORMATS[useTranslation().i18n.resolvedLanguage === 'vi' ? 'vi' : 'en'];

type DrawCell = NonNullable<ComponentProps<typeof Picker>['cellRender']>;

/** Draws the days of a calendar, with marked and named holidays. */
export function useHolidayCells(): DrawCell {
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
