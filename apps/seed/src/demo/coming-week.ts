import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, comingMonday, dayOf, daysBetween, type Day, type Instant } from '@darkroom/domain/calendar/day';
import { readDay } from '@darkroom/domain/order-sheet/dates';
import { openXlsx, saveXlsx } from 'hucre/xlsx';

/** The week of orders customer service keeps in a workbook, as it once came in. */
const KEPT = { file: join('data', 'orders-2026-W47.xlsx'), monday: '2026-11-16' };

/** The workbook with every day moved to the week that begins on `monday`; whatever is wrong in it stays wrong. */
export async function moveWeek(workbook: Uint8Array, monday: Day): Promise<Uint8Array> {
  const days = daysBetween(KEPT.monday, monday);
  const opened = await openXlsx(workbook);
  for (const sheet of opened.sheets) {
    sheet.name = `W${weekNumber(monday)}`;
    for (const row of sheet.rows) {
      for (const [at, cell] of row.entries()) {
        if (cell instanceof Date) row[at] = new Date(cell.getTime() + days * DAY_MS);
        else if (typeof cell === 'string') row[at] = moveText(cell, days);
      }
    }
  }
  return saveXlsx(opened);
}

const DAY_MS = 86_400_000;
const WRITTEN_DAY = /\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4}/g;

/** A day in a text is written as it was: day first or year first. */
const moveText = (text: string, days: number): string =>
  text.replace(WRITTEN_DAY, (written) => {
    const day = readDay(written);
    if (!day) return written;
    const moved = addDays(day, days);
    return written.includes('/') ? moved.split('-').reverse().join('/') : moved;
  });

/** The number of a week by ISO 8601: that of its Thursday within the Thursday's year. */
const weekNumber = (monday: Day): string => {
  const thursday = addDays(monday, 3);
  return String(Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1).padStart(2, '0');
};

/**
 * Leaves the workbook beside the demo bureau's data, dated for the coming week, and says where: whoever starts the bureau,
 * on whatever day, has orders to import that are still to come.
 */
export async function leaveOrders(root: string, folder: string, now: Instant): Promise<string> {
  const path = join(folder, 'orders-of-the-coming-week.xlsx');
  await mkdir(folder, { recursive: true });
  await writeFile(path, await moveWeek(await readFile(join(root, KEPT.file)), comingMonday(dayOf(now))));
  return path;
}
