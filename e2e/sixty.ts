import type { OutputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { hire, type Caller } from './bureau.ts';

/** Number of people on the sheet. */
export const SIXTY = 60;
/** A first working day before all months that the journeys fill in. */
const BEFORE_ALL = '2010-01-01';

type Listed = OutputOf<typeof endpoints.allowance.list>;
export type Month = Readonly<{ year: number; month: number }>;

/** Month as a URL parameter. */
export const addressOf = ({ year, month }: Month) => `${year}-${String(month).padStart(2, '0')}`;

/** All paid members, as the sheet lists them. Hires members until there are sixty. */
export async function sixtyPaid(boss: Caller, month: Month, named: (words: string) => string): Promise<Listed> {
  const everybody = () => boss(endpoints.allowance.list, { ...month, page_size: 200 });
  for (let at = (await everybody()).total_items; at < SIXTY; at++)
    // Hired before all tested months. Customer service, because other journeys use the list of editors and QCs.
    await hire(boss, named(`Thêm ${at + 1}`), 'Customer service', BEFORE_ALL);
  return everybody();
}

/** Cell of a person on the sheet, by day from 1. */
export const cellOf = (page: Page, name: string, day: number): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('gridcell')
    .nth(day - 1);

/** Waits until the sheet has saved all changes. */
export const saved = (page: Page) => expect(page.getByText('All cells saved')).toBeVisible();

/** Puts text on the clipboard in the form of a spreadsheet: cells separated by tabs, each row ended by a line break. */
export const copyElsewhere = async (page: Page, rows: readonly (readonly string[])[]) =>
  page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => `${row.join('\t')}\r\n`).join(''));
