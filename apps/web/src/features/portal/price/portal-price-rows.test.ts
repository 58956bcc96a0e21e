import { describe, expect, it } from 'vitest';
import { sortByGroup, toPriceRows, type PortalPrice } from './portal-prices-page.tsx';

const createPrice = (changes: Partial<PortalPrice>): PortalPrice => ({
  cus_id1: 1,
  service_type: 'Real Estate',
  service_cat1: 'Sky & Light',
  service_cat2: 'Day to Dusk',
  service_cat2_id: 3,
  retail_price: 3.584,
  estimate_minutes: 20,
  ...changes,
});

describe('price list of the portal', () => {
  it('a category has one row with the price and minutes of each customer 1', () => {
    const rows = toPriceRows([createPrice({}), createPrice({ cus_id1: 2, retail_price: 4, estimate_minutes: 25 })]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.prices.get(1)?.retail_price).toBe(3.584);
    expect(rows[0]?.prices.get(2)?.retail_price).toBe(4);
    expect(rows[0]?.minutes).toEqual([20, 25]);
  });

  it('categories are found by any of their names, with or without diacritics', () => {
    const prices = [
      createPrice({}),
      createPrice({ service_cat2_id: 4, service_cat1: 'Chân dung', service_cat2: 'Da' }),
    ];
    expect(toPriceRows(prices, 'chan dung').map((row) => row.service_cat2_id)).toEqual([4]);
    expect(toPriceRows(prices, 'dusk').map((row) => row.service_cat2_id)).toEqual([3]);
  });

  it('the rows of a group stay together when a second customer adds some', () => {
    const rows = toPriceRows([
      createPrice({ service_cat2_id: 3 }),
      createPrice({ service_cat2_id: 9, service_cat1: 'Video' }),
      createPrice({ service_cat2_id: 4, cus_id1: 2 }),
    ]);
    expect(sortByGroup(rows).map((row) => row.service_cat2_id)).toEqual([3, 4, 9]);
  });
});
