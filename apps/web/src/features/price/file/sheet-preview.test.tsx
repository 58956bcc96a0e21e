// @vitest-environment happy-dom
import type { SheetCell } from '@darkroom/domain/order-sheet/cell';
import { readPriceSheet } from '@darkroom/domain/price/sheet';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import type { ShownPrice } from '../grid/shown-price.ts';
import { SheetPreview } from './sheet-preview.tsx';

const HEADINGS = ['Category 1', 'Category 2', 'Retail Price', 'Wholesale price', 'Customer 1', 'Currency'];
const row = {
  service_cat2_id: 3,
  service_type: 'Photo',
  cat1: 'Property',
  cat2: 'Sky',
  default_minutes: 10,
  retail_price: 2,
  wholesale_price: 1,
  estimate_minutes: 10,
  visible: true,
  enabled: true,
};

/** Columns after the known columns: heading and cell. */
type Further = readonly (readonly [heading: string, cell: SheetCell])[];

async function show(retail: SheetCell, customer = 'Lumen Sydney', currency = '', extraColumns: Further = []) {
  const onTake = vi.fn();
  const onOtherFile = vi.fn();
  const reading = readPriceSheet([
    [...HEADINGS, ...extraColumns.map(([heading]) => heading)],
    ['Property', 'Sky', retail, 1, customer, currency, ...extraColumns.map(([, cell]) => cell)],
  ]);
  const shown = [{ row, terms: row }] as unknown as readonly ShownPrice[];
  const { user } = await showPart(
    <SheetPreview
      list={{ cus0_name: 'Lumen', cus1_name: 'Lumen Sydney', currency: 'USD' } as never}
      shown={shown}
      onTake={onTake}
      onClose={() => undefined}
      file="prices.xlsx"
      sheet={{ name: 'Prices', reading, notes: { formulas: 0, hidden: [], merged: 0 } }}
      otherSheetCount={0}
      onOtherFile={onOtherFile}
    />,
    { permissions: ['npn_change_customer_price'] },
  );
  const takePrices = async () => {
    await user.click(await screen.findByRole('button', { name: /Add 1 price/ }));
    return onTake.mock.calls[0]?.[0];
  };
  return { user, takePrices, onOtherFile };
}

const findQuestion = () => screen.queryByRole('dialog', { name: 'Decimal sign' });

describe('amounts of a price sheet', () => {
  it.each([
    ['Point as the decimal sign: Retail Price 1.000', 1],
    ['Comma as the decimal sign: Retail Price 1,000.000', 1000],
  ])('ambiguous amounts are read as the user selects (%s)', async (response, value) => {
    const { user, takePrices } = await show('1.000');
    await screen.findByRole('dialog', { name: 'Decimal sign' });
    expect(screen.queryByRole('button', { name: /Add 1 price/ })).toBe(null);
    expect(screen.getByText('Row 2, Property / Sky: Retail Price “1.000”')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: response }));
    expect(await takePrices()).toEqual([{ service_cat2_id: 3, after: { retail_price: value } }]);
  });

  it('Cancel lets the user select another file', async () => {
    const { user, onOtherFile } = await show('1,234');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(onOtherFile).toHaveBeenCalledOnce();
  });

  it.each([['1,5', 1.5] as const, [1.234, 1.234] as const])(
    'the user is not asked about numbers or unambiguous amounts (%s)',
    async (retail, value) => {
      const { takePrices } = await show(retail);
      expect(await takePrices()).toEqual([{ service_cat2_id: 3, after: { retail_price: value } }]);
      expect(findQuestion()).toBe(null);
    },
  );
});

it('another customer’s price sheet is refused with one message', async () => {
  await show(2, 'Lumen Brisbane');
  await screen.findByText(/^This price list belongs to another customer and has no rows for Lumen Sydney/);
  expect(screen.queryByRole('region', { name: 'Rows to fix' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a row in another currency is refused with both currencies', async () => {
  await show(2.5, 'Lumen Sydney', 'EUR');
  await screen.findByText(/This row is in EUR, but prices are in USD\./);
  expect(screen.getByRole('button', { name: 'No prices to add' }).hasAttribute('disabled')).toBe(true);
});

it.each([
  ['€2.50', /Prices are in USD. Enter the number only/],
  [{ fault: 'formula_without_value' } as const, /The formula has no computed value/],
])('the error of a refused value says what to do (%j)', async (retail, text) => {
  await show(retail);
  await screen.findByText(text);
});

it('unread columns and repeated headings are listed, columns of the export are not', async () => {
  await show(2.5, 'Lumen Sydney', 'USD', [
    ['Price 2027', 3],
    ['Retail', 4],
    ['Warning', 'Retail is below wholesale'],
    ['Cảnh báo', 'x'],
    ['Empty', ''],
  ]);
  await screen.findByText('Not read: Price 2027.');
  screen.getByText('Column H “Retail” was not read: column C was read as Retail Price.');
});
