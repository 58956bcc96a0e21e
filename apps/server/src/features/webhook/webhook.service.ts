import type { Webhook } from '@darkroom/contract/webhook/webhook';
import { MAX_WEBHOOKS } from '@darkroom/contract/webhook/webhook';
import { SECRET_OVERLAP_MS } from '@darkroom/domain/webhook/attempts';
import { TEST_EVENT } from '@darkroom/domain/webhook/events';
import { writeAudit } from '../../audit/audit.ts';
import { lockRowVersion, recordChange, type LockedKind, type RecordedKind } from '../../audit/change.ts';
import { toListResponse, readPage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { addMs } from '../../http/session/session.ts';
import { emit } from '../../live/emit.ts';
import { formatEventId, createSecret, formatSecret } from './delivery/signature.ts';
import { urlError } from './delivery/target.ts';
import {
  countWebhooksLocked,
  deleteWebhookRow,
  deliveryPage,
  findDeliveries,
  findWebhook,
  insertTestDelivery,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  releaseWaiting,
  replayDeliveries,
  rotateSecret,
  updateWebhookRow,
} from './webhook.queries.ts';

const WEBHOOK: LockedKind<Webhook> & RecordedKind<Webhook> = {
  entity: 'webhook',
  topic: 'webhook',
  lock: lockWebhook,
  facts: ({ name, url, events, cus_id1, enabled }) => ({ name, url, events, cus_id1, enabled }),
};

/** Reads the webhooks by name (decision 136). */
export async function readWebhooks(ctx: Ctx): Promise<ResponseOf<'webhook.list'>> {
  return { results: await listWebhooks(ctx.db), private_allowed: ctx.config.webhookPrivate.length > 0 };
}

/** Adds a webhook. Only this response has its secret. */
export async function addWebhook(ctx: Ctx, input: InputFor<'webhook.add'>): Promise<ResponseOf<'webhook.add'>> {
  validateUrl(ctx, input.url);
  if ((await countWebhooksLocked(ctx.db)) >= MAX_WEBHOOKS) throw fail('limit_reached');
  const secret = createSecret();
  const id = await insertWebhook(ctx.db, { ...input, secret, created_at: ctx.now, created_by: ctx.actor.user_id });
  const added = (await findWebhook(ctx.db, id))!;
  return { ...(await recordChange(ctx, WEBHOOK, 'webhook.add', undefined, added)), secret: formatSecret(secret) };
}

/** Changes a webhook. After it is switched on, waiting deliveries are sent at once. */
export async function updateWebhook(ctx: Ctx, input: InputFor<'webhook.update'>): Promise<Webhook> {
  const { id, version, ...change } = input;
  rejectEmptyPatch(change);
  if (change.url !== undefined) validateUrl(ctx, change.url);
  const before = await lockRowVersion(ctx, WEBHOOK, id, version);
  const isSwitchedOn = change.enabled === true && !before.enabled;
  await updateWebhookRow(ctx.db, id, { ...change, ...(isSwitchedOn ? { failing_since: null, stopped_at: null } : {}) });
  if (isSwitchedOn) await releaseWaiting(ctx.db, id);
  return recordChange(ctx, WEBHOOK, 'webhook.update', before, (await findWebhook(ctx.db, id))!);
}

/** Creates a new secret. The current one also signs for a day, so that the receiver can change at its own time. */
export async function rotateWebhook(
  ctx: Ctx,
  { id, version }: InputFor<'webhook.rotate'>,
): Promise<ResponseOf<'webhook.rotate'>> {
  const before = await lockRowVersion(ctx, WEBHOOK, id, version);
  const secret = createSecret();
  await rotateSecret(ctx.db, id, secret, addMs(ctx.now, SECRET_OVERLAP_MS));
  const after = (await findWebhook(ctx.db, id))!;
  return { ...(await recordChange(ctx, WEBHOOK, 'webhook.rotate', before, after)), secret: formatSecret(secret) };
}

/** Deletes a webhook, its waiting deliveries and its log. */
export async function deleteWebhook(
  ctx: Ctx,
  { id, version }: InputFor<'webhook.delete'>,
): Promise<ResponseOf<'webhook.delete'>> {
  const before = await lockRowVersion(ctx, WEBHOOK, id, version);
  await deleteWebhookRow(ctx.db, id);
  await recordChange(ctx, WEBHOOK, 'webhook.delete', before, undefined);
  return { id };
}

/** Sends a test event once, through the same queue. */
export async function testWebhook(ctx: Ctx, { id }: InputFor<'webhook.test'>): Promise<ResponseOf<'webhook.test'>> {
  await requireEnabled(ctx, id);
  const delivery_id = await insertTestDelivery(ctx.db, id, { type: TEST_EVENT, at: ctx.now, data: { webhook_id: id } });
  await writeAudit(ctx, { action: 'webhook.test', entity: 'webhook', entity_id: id });
  await emit(ctx, 'webhook', [id]);
  return { delivery_id };
}

export async function listDeliveries(
  ctx: Ctx,
  { id, state, page, page_size }: InputFor<'webhook.deliveries'>,
): Promise<ResponseOf<'webhook.deliveries'>> {
  if (!(await findWebhook(ctx.db, id))) throw fail('not_found');
  const { ids, total } = await readDeliveryPage(ctx, id, { state, page, page_size });
  const results = (await findDeliveries(ctx.db, ids)).map(({ uid, ...row }) => ({ ...row, event: formatEventId(uid) }));
  // The payload in the queue is JSON.
  return toListResponse(results as ResponseOf<'webhook.deliveries'>['results'], total, page_size);
}

/** Reads the ids of a page of a target's log, newest first. */
export const readDeliveryPage = (
  ctx: Ctx,
  id: number,
  { state, page, page_size }: Omit<InputFor<'webhook.deliveries'>, 'id'>,
) => {
  const query = deliveryPage(id, state);
  return readPage(ctx.db, { query, total: [{ rows: query }] }, { page, page_size });
};

/** Reads the state of a target: its waiting and failed deliveries, and since when it fails. */
export const readTarget = async (ctx: Ctx, id: number): Promise<Webhook> => {
  const target = await findWebhook(ctx.db, id);
  if (!target) throw fail('not_found');
  return target;
};

/** Sends named deliveries or all failed ones again, under the same id and in the same order (decision 137). */
export async function replayWebhook(
  ctx: Ctx,
  { id, delivery_ids }: InputFor<'webhook.replay'>,
): Promise<ResponseOf<'webhook.replay'>> {
  await requireEnabled(ctx, id);
  const replayed = await replayDeliveries(ctx.db, id, delivery_ids ?? null);
  await writeAudit(ctx, { action: 'webhook.replay', entity: 'webhook', entity_id: id, note: `${replayed} sent again` });
  await emit(ctx, 'webhook', [id]);
  return { replayed };
}

async function requireEnabled(ctx: Ctx, id: number): Promise<void> {
  const webhook = await findWebhook(ctx.db, id);
  if (!webhook) throw fail('not_found');
  if (!webhook.enabled) throw fail('webhook_off');
}

function validateUrl({ config }: Ctx, url: string): void {
  const code = urlError(url, { ...config, databaseUrl: config.databaseUrl ?? '' });
  if (code) throw fail('validation', { errors: [{ field: 'url', code }] });
}
