import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, nextMonday, dayOf, daysBetween, type Day, type Instant } from '@darkroom/domain/calendar/day';
import { parseSheetDay } from '@darkroom/domain/order-sheet/dates';
import { openXlsx, saveXlsx } from 'hucre/xlsx';

/** Workbook with a week of orders from customer service. */
const SAMPLE_WEEK = { file: join('data', 'orders-2026-W47.xlsx'), monday: '2026-11-16' };

/** Moves every day of the workbook to the week that begins on `monday`. Errors in the workbook stay. */
export async function shiftWeek(workbook: Uint8Array, monday: Day): Promise<Uint8Array> {
  const days = daysBetween(SAMPLE_WEEK.monday, monday);
  const workbookData = await openXlsx(workbook);
  for (const sheet of workbookData.sheets) {
    sheet.name = `W${weekNumber(monday)}`;
    for (const row of sheet.rows) {
      for (const [index, cell] of row.entries()) {
        if (cell instanceof Date) row[index] = new Date(cell.getTime() + days * DAY_MS);
        else if (typeof cell === 'string') row[index] = shiftDates(cell, days);
      }
    }
  }
  return saveXlsx(workbookData);
}

const DAY_MS = 86_400_000;
const WRITTEN_DAY = /\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4}/g;

/** Moves the days in a text and keeps their format: day first or year first. */
const shiftDates = (text: string, days: number): string =>
  text.replace(WRITTEN_DAY, (dateText) => {
    const day = parseSheetDay(dateText);
    if (!day) return dateText;
    const movedDay = addDays(day, days);
    return dateText.includes('/') ? movedDay.split('-').reverse().join('/') : movedDay;
  });

/** Returns the ISO 8601 number of a week: the week of its Thursday in that Thursday's year. */
const weekNumber = (monday: Day): string => {
  const thursday = addDays(monday, 3);
  return String(Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1).padStart(2, '0');
};

/**
 * Writes the workbook with the dates of the coming week and returns its path. A new bureau therefore always has future
 * orders to import.
 */
export async function writeOrders(root: string, folder: string, now: Instant): Promise<string> {
  const path = join(folder, 'orders-of-the-coming-week.xlsx');
  await mkdir(folder, { recursive: true });
  await writeFile(path, await shiftWeek(await readFile(join(root, SAMPLE_WEEK.file)), nextMonday(dayOf(now))));
  return path;
}
