import { CUSTOMER_COLUMNS, PRICE } from '@darkroom/contract/field-tables/customer';
import { requiredText } from '@darkroom/contract/fields';
import { priceEndpoints, priceInput, type PriceRow } from '@darkroom/contract/price/price';
import { getDefaultTerms, PRICE_FIELDS } from '@darkroom/domain/price/price';
import { foldName } from '@darkroom/domain/text/fold';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import { type ImportKind, type RowToSave, type Values, getText, runCall } from '../record-import/import-kind.ts';
import { deleteUnusedPrice, findOwnerByName, findPriceKey } from './price.queries.ts';
import { readPriceRows, recordRemovedPrice, updatePrices } from './price.service.ts';

const { cus0_name, cus1_name } = CUSTOMER_COLUMNS;
const { cat1, cat2, retail_price, wholesale_price, estimate_minutes, visible, enabled } = PRICE;
const { service_cat2_id: _cat2, version: _version, ...terms } = priceInput.shape;
const KEYS = ['cus0_name', 'cus1_name', 'cat1', 'cat2'];

/** Import of prices of many customers. Customer and category find a price. All prices of a customer are saved together. */
export const PRICE_IMPORT: ImportKind = {
  fields: { cus0_name, cus1_name, cat1, cat2, retail_price, wholesale_price, estimate_minutes, visible, enabled },
  keys: KEYS,
  shape: () => ({
    ...Object.fromEntries(KEYS.map((key) => [key, requiredText()])),
    ...terms,
    // A new price gets the defaults of the price grid (decision 055).
    estimate_minutes: terms.estimate_minutes.optional(),
    visible: terms.visible.optional(),
    enabled: terms.enabled.optional(),
  }),
  groupOf: (row) => foldName(`${getText(row, 'cus0_name')} › ${getText(row, 'cus1_name')}`),
  find: async (ctx, rows) => {
    const lines = await readLines(ctx, rows[0]!);
    return rows.map((row) => {
      const line = lines.get(toKey(row));
      return line?.id && line.version ? { id: line.id, version: line.version, values: { ...line } } : null;
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
    const lines = rows.map(({ found, values }) =>
      all.find((line) => (found ? line.id === found.id : toKey({ ...line }) === toKey(values))),
    );
    const errors = lines.flatMap((line, at) =>
      line ? [] : [{ field: `prices.${at}.service_cat2_id`, code: 'unknown' }],
    );
    if (errors.length > 0) throw fail('validation', { errors });
    const prices = rows.map((row, at) => toPrice(row, lines[at]!));
    const { results } = await runCall(ctx, priceEndpoints.update, updatePrices, { cus_id1, prices });
    const saved = new Map(results.map((line) => [line.service_cat2_id, line]));
    return lines.map((line) => {
      const { id, version } = saved.get(line!.service_cat2_id)!;
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

const toKey = (row: Values): string => foldName(`${getText(row, 'cat1')} › ${getText(row, 'cat2')}`);

const findOwner = (ctx: Ctx, row: Values) =>
  findOwnerByName(ctx.db, getText(row, 'cus0_name'), getText(row, 'cus1_name'));

/** Reads the price lines of a row's customer, by category. */
async function readLines(ctx: Ctx, row: Values): Promise<ReadonlyMap<string, PriceRow>> {
  const cus_id1 = await findOwner(ctx, row);
  const rows = cus_id1 === undefined ? [] : await readPriceRows(ctx, cus_id1);
  return new Map(rows.map((line) => [toKey({ ...line }), line]));
}

/** Returns the whole price to save: the saved terms or the defaults, with the values of the file. */
function toPrice({ found, changed }: RowToSave, line: PriceRow) {
  const before = line.id === null ? getDefaultTerms(line.default_minutes) : line;
  const picked = Object.fromEntries(PRICE_FIELDS.map((field) => [field, changed[field] ?? (before as Values)[field]]));
  return { service_cat2_id: line.service_cat2_id, version: found?.version ?? line.version, ...picked };
}
