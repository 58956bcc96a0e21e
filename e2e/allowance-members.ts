import type { OutputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { addMember, type Caller } from './bureau.ts';

/** Number of people on the sheet. */
export const MEMBER_COUNT = 60;
/** A first working day before all months that the journeys fill in. */
const HIRE_DATE = '2010-01-01';

type Listed = OutputOf<typeof endpoints.allowance.list>;
export type Month = Readonly<{ year: number; month: number }>;

/** Converts a month to a URL parameter. */
export const toMonthParam = ({ year, month }: Month) => `${year}-${String(month).padStart(2, '0')}`;

/** Lists all paid members as the sheet lists them. Hires members until there are sixty. */
export async function listPaidMembers(boss: Caller, month: Month, named: (text: string) => string): Promise<Listed> {
  const listAll = () => boss(endpoints.allowance.list, { ...month, page_size: 200 });
  for (let at = (await listAll()).total_items; at < MEMBER_COUNT; at++)
    // Hired before all tested months. Customer service, because other journeys use the list of editors and QCs.
    await addMember(boss, named(`Thêm ${at + 1}`), 'Customer service', HIRE_DATE);
  return listAll();
}

/** Returns the cell of a person on the sheet, by day from 1. */
export const cellOf = (page: Page, name: string, day: number): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('gridcell')
    .nth(day - 1);

/** Waits until the sheet has saved all changes. */
export const expectSaved = (page: Page) => expect(page.getByText('All cells saved')).toBeVisible();

/** Puts text on the clipboard in the form of a spreadsheet: cells separated by tabs, each row ended by a line break. */
export const copyToClipboard = async (page: Page, rows: readonly (readonly string[])[]) =>
  page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => `${row.join('\t')}\r\n`).join(''));
