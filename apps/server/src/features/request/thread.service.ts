import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import { canReplyToRequest } from '@darkroom/domain/request/decide';
import { sql } from 'kysely';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { notifyCustomer } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { selectOtherCustomer } from '../portal/portal-scope.service.ts';
import { lockVisibleRequest, readVisibleRequest } from './request.service.ts';
import { findMessages, insertMessage, markRead, type MessageRow, type ThreadSide } from './thread.queries.ts';

type StaffMessage = OutputOf<typeof endpoints.request.messages>['results'][number];
/** A message for both sides. For a customer, `by` names the login of a shared request. */
type PlainMessage = Omit<StaffMessage, 'author'> & { by: string | null };

const MAX_MESSAGES = 500;

const toPlainMessage = ({ author_id: _who, ...message }: MessageRow): PlainMessage => message;
const toStaffMessage = ({ author_id, by: _own, ...message }: MessageRow): StaffMessage => ({
  ...message,
  author: message.side === 'bureau' ? author_id : null,
});

/** Reads a thread without staff names, for its customer. */
export const readPlainThread = async (ctx: Ctx, request_id: number): Promise<PlainMessage[]> =>
  (await findMessages(ctx.db, request_id, MAX_MESSAGES, selectOtherCustomer(ctx.actor, sql.ref('author_id')))).map(
    toPlainMessage,
  );

/** Writes a message for the caller's side, and notifies both sides. */
export async function sendMessage(
  ctx: Ctx,
  side: ThreadSide,
  target: { id: number; cus_id1: number },
  text: string,
): Promise<PlainMessage> {
  return toPlainMessage(await addMessage(ctx, side, target, text));
}

async function addMessage(ctx: Ctx, side: ThreadSide, { id, cus_id1 }: { id: number; cus_id1: number }, text: string) {
  const message = await insertMessage(ctx.db, {
    request_id: id,
    side,
    author_id: ctx.actor.user_id,
    text,
    at: ctx.now,
  });
  await emit(ctx, 'request', [id]);
  await notifyCustomer(ctx, 'portal_request', [id], cus_id1);
  return message;
}

/** Marks a thread as read for the caller's side, and refreshes that side's other windows. */
export async function markReadUpTo(
  ctx: Ctx,
  side: ThreadSide,
  { id, cus_id1, unread }: { id: number; cus_id1: number; unread: number },
  message_id: number,
): Promise<{ unread: number }> {
  const remaining = await markRead(ctx.db, id, side, message_id);
  if (remaining === null) return { unread };
  if (side === 'bureau') await emit(ctx, 'request', [id]);
  else await notifyCustomer(ctx, 'portal_request', [id], cus_id1);
  return { unread: remaining };
}

/** Reads the thread of a visible request, with staff names. */
export async function readThread(
  ctx: Ctx,
  { id }: InputFor<'request.messages'>,
): Promise<ResponseOf<'request.messages'>> {
  await readVisibleRequest(ctx, id, 'id');
  return { results: (await findMessages(ctx.db, id, MAX_MESSAGES, sql`null::text`)).map(toStaffMessage) };
}

/** Locks and reads a request whose customer the caller can reply to. */
async function lockRequestForReply(ctx: Ctx, id: number) {
  const request = await lockVisibleRequest(ctx, id, 'id');
  if (!canReplyToRequest(request, ctx.actor)) throw fail('forbidden');
  return request;
}

/** Adds a reply to a customer in the thread of a request. The customer sees the bureau as author, without a name. */
export async function replyToRequest(
  ctx: Ctx,
  { id, text }: InputFor<'request.reply'>,
): Promise<ResponseOf<'request.reply'>> {
  return toStaffMessage(await addMessage(ctx, 'bureau', await lockRequestForReply(ctx, id), text));
}

/** Marks the customer's messages as read, for the whole bureau. */
export async function markRequestSeen(
  ctx: Ctx,
  { id, message_id }: InputFor<'request.seen'>,
): Promise<ResponseOf<'request.seen'>> {
  return markReadUpTo(ctx, 'bureau', await lockRequestForReply(ctx, id), message_id);
}
