import type { OutputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { hire, type Caller } from './bureau.ts';

/** As many as are paid by the sheet. */
export const SIXTY = 60;
/** A first day before the months the journeys fill in. */
const BEFORE_ALL = '2010-01-01';

type Listed = OutputOf<typeof endpoints.allowance.list>;
export type Month = Readonly<{ year: number; month: number }>;

/** How an address names a month. */
export const addressOf = ({ year, month }: Month) => `${year}-${String(month).padStart(2, '0')}`;

/** Everybody who is paid, as the sheet shows them; hires whoever is missing to sixty. */
export async function sixtyPaid(boss: Caller, month: Month, named: (words: string) => string): Promise<Listed> {
  const everybody = () => boss(endpoints.allowance.list, { ...month, page_size: 200 });
  for (let at = (await everybody()).total_items; at < SIXTY; at++)
    // Here in whatever month is looked at. Nobody's colleague on the floor: other journeys look for those who edit and check.
    await hire(boss, named(`Thêm ${at + 1}`), 'Customer service', BEFORE_ALL);
  return everybody();
}

/** The cell of a day, counted from 1, of somebody on the sheet. */
export const cellOf = (page: Page, name: string, day: number): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('gridcell')
    .nth(day - 1);

/** Waits until nothing of the sheet waits to be saved. */
export const saved = (page: Page) => expect(page.getByText('All cells saved')).toBeVisible();

/** Puts text on the system's clipboard as a spreadsheet does: cells by tab, rows by line, each of them ended. */
export const copyElsewhere = async (page: Page, rows: readonly (readonly string[])[]) =>
  page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => `${row.join('\t')}\r\n`).join(''));
