import { dayOf } from '@darkroom/domain/calendar/day';
import { seesWholesale } from '@darkroom/contract/portal/portal';
import { can } from '@darkroom/domain/permission/access';
import { sql } from 'kysely';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { currencyOf } from '../setting/setting.service.ts';
import { isOwn, type Narrowed } from './own.service.ts';
import {
  findArticle,
  findArticles,
  findOwnCategories,
  findOwnCustomers,
  findOwnPrices,
  findServices,
} from './portal.queries.ts';
import { randomUUID } from 'node:crypto';
import { audit } from '../../audit/audit.ts';
import { findViewed, later, VIEW_MS } from '../../http/session/session.ts';

const ownCustomers = (ctx: Ctx) => findOwnCustomers(ctx.db, isOwn(ctx.actor, sql`c1.id`));

/** The caller's customers 2, each with its customer 1 (spec §3). */
export async function listCustomers2(ctx: Ctx): Promise<AnswerOf<'portal.customer2'>> {
  const own = await ownCustomers(ctx);
  return {
    results: own.flatMap(({ cus_id1, cus1_name, cus2_list }) =>
      cus2_list.map(({ id, name }) => ({ id, cus_id2: id, name, cus_id1, cus_id1_name: cus1_name })),
    ),
  };
}

/** The caller's detail records. */
export const listOwnDetails = async (ctx: Ctx): Promise<AnswerOf<'portal.detail'>> => ({
  results: await ownCustomers(ctx),
});

/** The caller's prices; wholesale is left out for whoever may not see it. */
export async function listOwnPrices(ctx: Ctx, { cus_id1 }: Narrowed): Promise<AnswerOf<'portal.price'>> {
  const own = isOwn(ctx.actor, sql`p.cus_id1`);
  const prices = await findOwnPrices(ctx.db, cus_id1 === undefined ? own : sql`${own} and p.cus_id1 = ${cus_id1}`);
  if (can(ctx.actor, seesWholesale)) return { results: prices };
  return { results: prices.map(({ wholesale_price: _secret, ...price }) => price) };
}

/** The same prices, each with the name of its customer 1: the lines of a file. */
export async function readOwnPriceLines(ctx: Ctx, narrowed: Narrowed) {
  const names = new Map((await ownCustomers(ctx)).map((one) => [one.cus_id1, `${one.cus0_name} › ${one.cus1_name}`]));
  const { results } = await listOwnPrices(ctx, narrowed);
  return results.map((price) => ({ ...price, customer: names.get(price.cus_id1) ?? '' }));
}

/** What the portal's screens call things: services, own categories, the currency. */
export async function readCatalogue(ctx: Ctx): Promise<AnswerOf<'portal.catalogue'>> {
  const customers2 = (await ownCustomers(ctx)).flatMap(({ cus2_list }) => cus2_list.map(({ id }) => id));
  return {
    currency: await currencyOf(ctx.db),
    service_types: await findServices(ctx.db),
    results: await findOwnCategories(ctx.db, isOwn(ctx.actor, sql`p.cus_id1`), customers2),
  };
}

/** The published articles of the info hub (spec §2). */
export const listArticles = async (
  ctx: Ctx,
  { text }: InputFor<'portal.articles'>,
): Promise<AnswerOf<'portal.articles'>> => ({
  results: await findArticles(ctx.db, dayOf(ctx.now), text),
});

/** One of them with its text; a draft is not there. */
export async function readArticle(ctx: Ctx, { key }: InputFor<'portal.article'>): Promise<AnswerOf<'portal.article'>> {
  const article = await findArticle(ctx.db, dayOf(ctx.now), key);
  if (!article) throw fail('not_found', { field: 'key' });
  return article;
}

/** Opens the portal as a customer's login sees it (decision 104): for this session, one hour, read-only. Only the opening is audited. */
export async function openView(ctx: Ctx, { user_id }: InputFor<'portal.viewAs'>): Promise<AnswerOf<'portal.viewAs'>> {
  const view_as = randomUUID();
  await sql`
    insert into portal_view (id, session_id, user_id, opened_at)
    select ${view_as}::uuid, ${ctx.actor.session_id}, u.id, ${ctx.now}
      from user_account u join customer_account a on a.user_id = u.id where u.id = ${user_id} and u.active`.execute(
    ctx.db,
  );
  const viewed = await findViewed(ctx.db, ctx.actor, view_as, ctx.now);
  if (!viewed) throw fail('not_found', { field: 'user_id' });
  const { cus_id0, cus_id1 } = viewed.customer ?? {};
  await audit(ctx, {
    action: 'portal.viewAs',
    ...(cus_id1 ? { entity: 'cus1', entity_id: cus_id1 } : { entity: 'cus0', entity_id: cus_id0 ?? 0 }),
    subject_id: user_id,
    note: viewed.username,
  });
  const { username, full_name, permissions } = viewed;
  const expires_at = later(ctx.now, VIEW_MS);
  return { view_as, expires_at, user_id, username, full_name, permissions: [...permissions] };
}
