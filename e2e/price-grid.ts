import { endpoints } from '@darkroom/contract/endpoints';
import type { PriceRow } from '@darkroom/contract/price/price';
import type { Locator, Page } from '@playwright/test';
import type { Caller } from './bureau.ts';

export interface Customer {
  id: number;
  name: string;
  /** Rows of categories in the order of the list. */
  rows: PriceRow[];
}

/** Creates a customer for this test, with prices for the first categories. */
export async function createPricedCustomer(boss: Caller, name: string, prices: readonly number[]): Promise<Customer> {
  const { cus_id1 } = await boss(endpoints.customer.detailAdd, {
    cus0_name: `${name} group`,
    cus1_name: name,
    cus2_names: [`${name} shop`],
  });
  const { results } = await boss(endpoints.price.detail, { id: cus_id1 });
  if (prices.length > 0) {
    await boss(endpoints.price.update, {
      cus_id1,
      prices: prices.map((retail_price, index) => ({
        service_cat2_id: results[index]?.service_cat2_id ?? 0,
        version: null,
        retail_price,
        wholesale_price: 0.5,
        estimate_minutes: 10,
        visible: true,
        enabled: true,
      })),
    });
  }
  return { id: cus_id1, name, rows: (await boss(endpoints.price.detail, { id: cus_id1 })).results };
}

export const readPrices = async (who: Caller, { id }: Customer) => (await who(endpoints.price.detail, { id })).results;

export const COLUMNS = ['category', 'retail', 'wholesale', 'estimate', 'visible', 'enabled'] as const;

/** Returns the cell of the grid, by row of the list and column. */
export const cellOf = (page: Page, { rows }: Customer, row: number, column: (typeof COLUMNS)[number]): Locator =>
  page.locator(`[id="price-${rows[row]?.service_cat2_id}-${COLUMNS.indexOf(column)}"]`);

export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Pastes a text by keyboard at the focus, as from the clipboard of a spreadsheet. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

export const readCopiedText = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });
