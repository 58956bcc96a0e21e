import type { Month } from '@darkroom/domain/calendar/day';

/** Formats a month in digits for both languages: `03/2024`. */
export const formatMonth = (month: Month): string => `${month.slice(5)}/${month.slice(0, 4)}`;
