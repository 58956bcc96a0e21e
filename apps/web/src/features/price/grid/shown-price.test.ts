import type { PriceRow } from '@darkroom/contract/price/price';
import { describe, expect, it } from 'vitest';
import { NO_CHANGES, NO_DRAFT, setCells, type GetSaved, type Value } from '../../../ui/grid/draft.ts';
import { countChanges, idOfRow, savedValueOf, toShownPrice } from './shown-price.ts';

const createRow = (service_cat2_id: number, price: Partial<PriceRow> = {}): PriceRow => ({
  service_type_id: 1,
  service_type: 'Real Estate',
  service_cat1_id: 1,
  cat1: 'HDR',
  service_cat2_id,
  cat2: `Level ${service_cat2_id}`,
  level: 1,
  cat2_enabled: true,
  default_minutes: 12,
  id: 10 + service_cat2_id,
  version: 3,
  retail_price: 1,
  wholesale_price: 0.8,
  estimate_minutes: 10,
  visible: true,
  enabled: true,
  sold_last_month: 0,
  warnings: [],
  ...price,
});
const unpriced = createRow(2, {
  id: null,
  version: null,
  retail_price: null,
  wholesale_price: null,
  estimate_minutes: null,
  visible: null,
  enabled: null,
});
const ROWS = [createRow(1), unpriced];

const getSaved: GetSaved = ({ id, field }) =>
  savedValueOf(
    ROWS.find((row) => idOfRow(row) === id)!,
    field,
  );
/** Returns the rows after a series of retail price changes. */
const calculatePrices = (...prices: readonly (readonly [id: number, retail: Value])[]) => {
  const draft = prices.reduce(
    (before, [id, value]) => setCells(before, getSaved, [{ id, field: 'retail_price', value }]),
    NO_DRAFT,
  );
  return ROWS.map((row) => toShownPrice(row, draft.changes.get(idOfRow(row)) ?? NO_CHANGES));
};

describe('price with unsaved changes', () => {
  it('a cell is not counted as changed when it has its saved value again', () => {
    expect(countChanges(calculatePrices([1, 2]))).toMatchObject({
      cells: 1,
      errors: 0,
    });
    expect(countChanges(calculatePrices([1, 2], [1, 1]))).toMatchObject({ cells: 0 });
  });

  it('a new price has default values and reports its missing fields', () => {
    const [, startedPrice] = calculatePrices([2, 1.5]);
    expect(startedPrice?.terms).toEqual({
      retail_price: 1.5,
      wholesale_price: null,
      estimate_minutes: 12,
      visible: true,
      enabled: true,
    });
    expect([...(startedPrice?.errors ?? [])]).toEqual([['wholesale_price', 'required']]);
    expect(countChanges(calculatePrices([2, 1.5], [2, null]))).toMatchObject({
      cells: 0,
      errors: 0,
    });
  });

  it('an empty value is refused, and an invalid value is shown as typed', () => {
    const [emptiedPrice] = calculatePrices([1, null]);
    expect(emptiedPrice?.errors.get('retail_price')).toBe('required');
    const [invalid] = calculatePrices([1, { text: 'abc', code: 'not_a_number' }]);
    expect(invalid?.errors.get('retail_price')).toBe('not_a_number');
  });
});
