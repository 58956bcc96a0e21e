import { CUSTOMER_COLUMNS, PRICE, PRICE_FILE_COLUMNS } from '@darkroom/contract/field-tables/customer';
import type { FieldErrorCode } from '@darkroom/contract/errors';
import { requiredText } from '@darkroom/contract/fields';
import { priceEndpoints, priceInput, type PriceRow } from '@darkroom/contract/price/price';
import { getCurrencyNames } from '@darkroom/domain/money/currency';
import { createNameTree, findByNames } from '@darkroom/domain/order-sheet/names';
import { findPriceJumps, getDefaultTerms, PRICE_FIELDS, type PartialTerms } from '@darkroom/domain/price/price';
import { foldName } from '@darkroom/domain/text/fold';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import { type ImportKind, type RowToSave, type Values, getText, runCall } from '../record-import/import-kind.ts';
import { deleteUnusedPrice, findOwnerByName, findPriceKey } from './price.queries.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { readPriceRows, recordRemovedPrice, updatePrices } from './price.service.ts';

const { cus0_name, cus1_name } = CUSTOMER_COLUMNS;
const { service_type, cat1, cat2, retail_price, wholesale_price, estimate_minutes, visible, enabled } = PRICE;
const { service_cat2_id: _cat2, version: _version, ...terms } = priceInput.shape;
const KEYS = ['cus0_name', 'cus1_name', 'service_type', 'cat1', 'cat2'];
const CATEGORY = ['service_type', 'cat1', 'cat2'] as const;

/** Headings of price sheets that people write themselves (decision 154). */
const PRICE_HEADINGS = {
  cus0_name: ['Customer 0', 'Khách hàng 0'],
  cus1_name: ['Customer 1', 'Customer', 'Khách hàng 1', 'Khách hàng'],
  service_type: ['Service', 'Dịch vụ'],
  cat1: ['Danh mục 1'],
  cat2: ['Danh mục 2'],
  retail_price: ['Retail', 'Giá lẻ'],
  wholesale_price: ['Wholesale', 'Giá buôn', 'Giá sỉ'],
  estimate_minutes: ['Estimate', 'Minutes', 'Phút'],
} as const;

/** Import of prices (decision 056). Customer and category find a price. All prices of a customer are saved together. */
export const PRICE_IMPORT: ImportKind = {
  fields: {
    cus0_name,
    cus1_name,
    service_type,
    cat1,
    cat2,
    retail_price,
    wholesale_price,
    estimate_minutes,
    visible,
    enabled,
    ...PRICE_FILE_COLUMNS,
  },
  headings: PRICE_HEADINGS,
  keys: KEYS,
  shape: () => ({
    ...Object.fromEntries(KEYS.map((key) => [key, requiredText()])),
    service_type: requiredText().optional(),
    cat1: requiredText().optional(),
    currency: requiredText().optional(),
    ...terms,
    // A new price gets the defaults of the price grid (decision 055).
    estimate_minutes: terms.estimate_minutes.optional(),
    visible: terms.visible.optional(),
    enabled: terms.enabled.optional(),
  }),
  groupOf: (row) => foldName(`${getText(row, 'cus0_name')} › ${getText(row, 'cus1_name')}`),
  // The export also has the categories without a price.
  isEmpty: (row) => PRICE_FIELDS.every((field) => row[field] === undefined),
  findLargeChanges: (before, after) => findPriceJumps(before as PartialTerms, after as PartialTerms),
  find: async (ctx, rows) => {
    const cus_id1 = await findOwner(ctx, rows[0]!);
    const matches = matchLines(cus_id1 === undefined ? [] : await readPriceRows(ctx, cus_id1), rows);
    return rows.map(({ currency }, at) => {
      const match = matches[at]!;
      if (!match.ok || !match.record.id || !match.record.version) return null;
      // The currency is only compared, and never saved.
      return { id: match.record.id, version: match.record.version, values: { ...match.record, currency } };
    });
  },
  save: async (ctx, rows) => {
    const [first] = rows;
    // The undo has the id of the price only.
    const key = first!.found ? await findPriceKey(ctx.db, first!.found.id) : undefined;
    if (first!.found && !key) throw fail('not_found');
    const cus_id1 = key?.cus_id1 ?? (await findOwner(ctx, first!.values));
    if (cus_id1 === undefined) throw fail('validation', { errors: [{ field: 'cus_id1', code: 'unknown' }] });
    const all = await readPriceRows(ctx, cus_id1);
    const currencies = getCurrencyNames(await readCurrency(ctx.db));
    const matches = matchLines(
      all,
      rows.map(({ values }) => values),
    );
    const errors: { field: string; code: FieldErrorCode }[] = [];
    const lines = rows.flatMap(({ found, values }, at) => {
      const currency = getText(values, 'currency').toLowerCase();
      if (currency !== '' && !currencies.includes(currency))
        errors.push({ field: `prices.${at}.currency`, code: 'other_currency' });
      const match = matches[at]!;
      const line = found ? all.find(({ id }) => id === found.id) : match.ok ? match.record : undefined;
      if (line) return [line];
      const { field, code } = match.ok ? { field: 'cat2', code: 'unknown' as const } : match;
      errors.push({ field: `prices.${at}.${field}`, code });
      return [];
    });
    if (errors.length > 0) throw fail('validation', { errors });
    const prices = rows.map((row, at) => toPrice(row, lines[at]!));
    const { results } = await runCall(ctx, priceEndpoints.update, updatePrices, { cus_id1, prices });
    const saved = new Map(results.map((line) => [line.service_cat2_id, line]));
    return lines.map((line) => {
      const { id, version } = saved.get(line.service_cat2_id)!;
      return { id: id!, version: version! };
    });
  },
  remove: async (ctx, { id, version }) => {
    const key = await findPriceKey(ctx.db, id);
    if (!key) throw fail('not_found');
    if (key.version !== version) throw fail('stale');
    const line = (await readPriceRows(ctx, key.cus_id1)).find((row) => row.id === id)!;
    if (!(await deleteUnusedPrice(ctx.db, id))) throw fail('in_use');
    await recordRemovedPrice(ctx, key.cus_id1, line);
  },
  columnOf: (path) => {
    const [first = '', position = '', name = ''] = path.split('.');
    if (first !== 'prices') return { column: first === 'cus_id1' ? 'cus1_name' : first };
    return { column: name === 'service_cat2_id' ? 'cat2' : name, position: Number(position) };
  },
};

const findOwner = (ctx: Ctx, row: Values) =>
  findOwnerByName(ctx.db, getText(row, 'cus0_name'), getText(row, 'cus1_name'));

/** Finds the price line of each row. A category 2 with a unique name needs no other names (decision 154). */
function matchLines(lines: readonly PriceRow[], rows: readonly Values[]) {
  const tree = createNameTree(lines.map((line) => ({ record: line, path: CATEGORY.map((field) => line[field]) })));
  return rows.map((row) => {
    const [type, cat1, cat2] = CATEGORY.map((field) => ({ field, text: getText(row, field) }));
    return findByNames(tree, [type!, cat1!, cat2!]);
  });
}

/** Returns the whole price to save: the saved terms or the defaults, with the values of the file. */
function toPrice({ found, changed }: RowToSave, line: PriceRow) {
  const before = line.id === null ? getDefaultTerms(line.default_minutes) : line;
  const picked = Object.fromEntries(PRICE_FIELDS.map((field) => [field, changed[field] ?? (before as Values)[field]]));
  return { service_cat2_id: line.service_cat2_id, version: found?.version ?? line.version, ...picked };
}
