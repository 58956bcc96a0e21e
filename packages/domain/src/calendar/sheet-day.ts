import { isCalendarDay, isDay, type Day } from './day.ts';

const DAY_MS = 86_400_000;
/** Day 0 of the 1900 date system of spreadsheets, correct from March 1900 on. */
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);

/** Returns the day of a spreadsheet's serial number (46342 is 2026-11-16). The time of day is dropped. */
export const dayOfSerial = (serial: number): Day | undefined =>
  Number.isFinite(serial) && serial > 0 && serial < 1e6
    ? acceptDay(isDay, new Date(SERIAL_ZERO_MS + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10))
    : undefined;

/** Returns the day of a date cell, in any year. Spreadsheet libraries return it as midnight UTC. */
export const dayOfDateCell = (date: Date): Day | undefined =>
  Number.isNaN(date.getTime()) ? undefined : acceptDay(isCalendarDay, date.toISOString().slice(0, 10));

const acceptDay = (isValid: (text: string) => boolean, text: string): Day | undefined =>
  isValid(text) ? text : undefined;
