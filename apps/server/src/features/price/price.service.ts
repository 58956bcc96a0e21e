import type { FieldError } from '@darkroom/contract/errors';
import type { PriceRow } from '@darkroom/contract/price/price';
import { dayOf } from '@darkroom/domain/calendar/day';
import { getPreviousMonth, getMonthPeriod } from '@darkroom/domain/price/period';
import { findPriceWarnings, areTermsEqual } from '@darkroom/domain/price/price';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { findOwner, listPrices, lockOwner, savePrices, pickTerms } from './price.queries.ts';

const getLastMonth = (ctx: Ctx) => getPreviousMonth(dayOf(ctx.now));

/** Reads each category 2 with the customer's price and its warnings. The price can be missing. */
export async function readPriceRows(ctx: Ctx, cus_id1: number): Promise<PriceRow[]> {
  const rows = await listPrices(ctx.db, cus_id1, getMonthPeriod(getLastMonth(ctx)));
  return rows.map((row) => ({ ...row, warnings: findPriceWarnings(row, row.sold_last_month) }));
}

/** Reads a customer 1's price list (spec §7). */
export async function readPrices(ctx: Ctx, cus_id1: number): Promise<ResponseOf<'price.detail'>> {
  const owner = await findOwner(ctx.db, cus_id1);
  if (!owner) throw fail('not_found', { field: 'id' });
  return {
    ...owner,
    currency: await readCurrency(ctx.db),
    last_month: getLastMonth(ctx),
    results: await readPriceRows(ctx, cus_id1),
  };
}

/**
 * Sets prices of a customer, all or none. Conflicts return the current rows. The prices of existing job details do not
 * change (domain §2).
 */
export async function updatePrices(
  ctx: Ctx,
  { cus_id1, prices }: InputFor<'price.update'>,
): Promise<ResponseOf<'price.update'>> {
  if (!(await lockOwner(ctx.db, cus_id1))) throw fail('not_found', { field: 'cus_id1' });
  const before = new Map((await readPriceRows(ctx, cus_id1)).map((row) => [row.service_cat2_id, row]));
  const errors = findCategoryErrors(prices, before);
  if (errors.length > 0) throw fail('validation', { errors });
  const stale = prices.flatMap((price) => {
    const row = before.get(price.service_cat2_id);
    return row && row.version !== price.version ? [row] : [];
  });
  if (stale.length > 0) throw fail('stale', { current: stale });

  const changed = prices.filter((price) => !areTermsEqual(price, before.get(price.service_cat2_id)!));
  const saved = changed.length > 0 ? await savePrices(ctx.db, cus_id1, changed) : new Map<number, { id: number }>();
  await writeAudit(
    ctx,
    changed.map((price) => {
      const priceBefore = before.get(price.service_cat2_id)!;
      const key = { cus_id1, service_cat2_id: price.service_cat2_id };
      return {
        action: 'price.update',
        entity: 'customer_price',
        entity_id: saved.get(price.service_cat2_id)?.id ?? 0,
        ...(priceBefore.id === null ? {} : { before: { ...key, ...pickTerms(priceBefore) } }),
        after: { ...key, ...pickTerms(price) },
      };
    }),
  );
  if (changed.length > 0) await emit(ctx, 'price', [cus_id1]);
  const audiences = changed.map((price) => getAudience(before.get(price.service_cat2_id)!, price));
  if (audiences.some((audience) => audience !== null))
    await notifyCustomer(ctx, 'portal_price', [cus_id1], cus_id1, { above: !audiences.includes('all') });
  const requestedIds = new Set(prices.map((price) => price.service_cat2_id));
  return { results: (await readPriceRows(ctx, cus_id1)).filter((row) => requestedIds.has(row.service_cat2_id)) };
}

/** Records the removal of a price that an import added, and notifies the people who see it. */
export async function recordRemovedPrice(ctx: Ctx, cus_id1: number, line: PriceRow): Promise<void> {
  const before = { cus_id1, service_cat2_id: line.service_cat2_id, ...pickTerms(line) };
  await writeAudit(ctx, { action: 'price.update', entity: 'customer_price', entity_id: line.id ?? 0, before });
  await emit(ctx, 'price', [cus_id1]);
  if (line.visible && line.enabled) await notifyCustomer(ctx, 'portal_price', [cus_id1], cus_id1);
}

type VisibleTerms = Pick<PriceRow, 'retail_price' | 'wholesale_price' | 'estimate_minutes' | 'visible' | 'enabled'>;

/** Returns the logins that see a price change: none for a hidden price, and only customer 0 for the wholesale price. */
function getAudience(termsBefore: VisibleTerms, termsAfter: VisibleTerms): 'all' | 'above' | null {
  const isShown = (price: VisibleTerms) => Boolean(price.visible && price.enabled);
  if (!isShown(termsBefore) && !isShown(termsAfter)) return null;
  const isSame =
    termsBefore.retail_price === termsAfter.retail_price &&
    termsBefore.estimate_minutes === termsAfter.estimate_minutes;
  return isShown(termsBefore) !== isShown(termsAfter) || !isSame ? 'all' : 'above';
}

/** Finds categories that are missing, or named twice. */
function findCategoryErrors(
  prices: InputFor<'price.update'>['prices'],
  known: ReadonlyMap<number, PriceRow>,
): Omit<FieldError, 'message'>[] {
  const seen = new Set<number>();
  return prices.flatMap(({ service_cat2_id }, index) => {
    const field = `prices.${index}.service_cat2_id`;
    if (!known.has(service_cat2_id)) return [{ field, code: 'unknown' }];
    if (seen.has(service_cat2_id)) return [{ field, code: 'duplicate' }];
    seen.add(service_cat2_id);
    return [];
  });
}
