import type { Month } from '@darkroom/domain/calendar/day';

/** A month in digits for both languages: `03/2024`. */
export const formatMonth = (month: Month): string => `${month.slice(5)}/${month.slice(0, 4)}`;
