import { CHOSEN_MAILS, getMailChoices, isForStaff, MAIL_TARGET } from '@darkroom/domain/mail/mail';
import type { Instant } from '@darkroom/domain/calendar/day';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import { toListResponse } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { notifyOfRefusedAddress } from '../notification/notification.service.ts';
import { findMailSender } from '../setting/setting.service.ts';
import { readDeliveryPage, readTarget, replayWebhook } from '../webhook/webhook.service.ts';
import { composeMail, type MailItem } from './compose.ts';
import { MAIL_FOLDER } from './mail-send.service.ts';
import {
  findMailPreferences,
  findMails,
  insertTestMail,
  markRefused,
  saveMailPreferences,
  turnOffMail,
} from './mail.queries.ts';

/** Reads how mails are sent, and the state of their queue (decision 170). */
export async function readMailState(ctx: Ctx): Promise<ResponseOf<'mail.state'>> {
  const { smtpUrl, mailFrom, publicUrl } = ctx.config;
  const { waiting, dead, failing_since } = await readTarget(ctx, MAIL_TARGET);
  return {
    server: smtpUrl === null ? null : new URL(smtpUrl).host,
    folder: MAIL_FOLDER,
    from: mailFrom,
    public_url: publicUrl,
    waiting,
    dead,
    failing_since,
  };
}

export async function listMails(
  ctx: Ctx,
  { state, page, page_size }: InputFor<'mail.list'>,
): Promise<ResponseOf<'mail.list'>> {
  const { ids, total } = await readDeliveryPage(ctx, MAIL_TARGET, { state, page, page_size });
  return toListResponse(await findMails(ctx.db, ids), total, page_size);
}

/** Sends the listed mails again, or all failed ones. */
export const replayMails = (ctx: Ctx, { mail_ids }: InputFor<'mail.replay'>): Promise<ResponseOf<'mail.replay'>> =>
  replayWebhook(ctx, { id: MAIL_TARGET, delivery_ids: mail_ids });

export async function sendTestMail(
  ctx: Ctx,
  { to, language }: InputFor<'mail.test'>,
): Promise<ResponseOf<'mail.test'>> {
  const id = await insertTestMail(ctx.db, to, language, ctx.now);
  await writeAudit(ctx, { action: 'mail.test', note: to });
  await emit(ctx, 'webhook', [MAIL_TARGET]);
  return { id };
}

const EXAMPLE_JOBS = [
  { prod_id: '261128-003', job_name: 'Villa' },
  { prod_id: '261128-004', job_name: 'Garden' },
];
const EXAMPLE_ITEMS: Readonly<Record<string, readonly MailItem[]>> = {
  reply: [{ request_id: 12, subject: 'Twilight', text: 'We have corrected the images.' }],
  quote: [{ request_id: 12, subject: 'Twilight', valid_until: '2026-12-31' }],
  complaint: [{ request_id: 12, subject: 'Twilight' }],
  completed: EXAMPLE_JOBS,
  late: EXAMPLE_JOBS,
  sign_in: [{ time: '2026-12-31 09:15', address: '203.0.113.7' }],
  notifications: [{ id: 1 }, { id: 2 }],
};

/** Returns a mail of a kind as its recipient would see it, with example data and without valid links. */
export async function previewMail(
  ctx: Ctx,
  { kind, language }: InputFor<'mail.preview'>,
): Promise<ResponseOf<'mail.preview'>> {
  const isChosen = CHOSEN_MAILS.some((chosen) => chosen === kind);
  return composeMail({
    kind,
    language,
    name: isChosen && !isForStaff(kind) ? null : ctx.actor.full_name,
    username: ctx.actor.username,
    items: EXAMPLE_ITEMS[kind] ?? [],
    bureau: (await findMailSender(ctx.db)).bureau_name,
    publicUrl: ctx.config.publicUrl,
    linkToken: null,
    mailToken: isChosen ? '00000000-0000-4000-8000-000000000000' : null,
  });
}

/** Reads the caller's choice. Without one, a customer receives all kinds, and staff none. */
export async function readMailPreferences(ctx: Ctx): Promise<ResponseOf<'mail.preferences'>> {
  const { chosen, has_chosen, ...stored } = await findMailPreferences(ctx.db, ctx.actor.user_id);
  const choices = [...getMailChoices(ctx.actor)];
  const isAll = !has_chosen && ctx.actor.account === 'customer';
  return { ...stored, choices, kinds: choices.filter((kind) => isAll || chosen.includes(kind)) };
}

export async function setMailPreferences(
  ctx: Ctx,
  { kinds, ...rest }: InputFor<'mail.setPreferences'>,
): Promise<ResponseOf<'mail.setPreferences'>> {
  const choices = getMailChoices(ctx.actor);
  await saveMailPreferences(ctx.db, ctx.actor.user_id, {
    kinds: kinds.filter((kind) => choices.includes(kind)),
    ...rest,
  });
  await emit(ctx, 'session', [ctx.actor.user_id], [ctx.actor.user_id]);
  return readMailPreferences(ctx);
}

/** Turns a kind off with the link of a mail, without a session. An unknown token changes nothing. */
export async function unsubscribe(
  ctx: Ctx,
  { token, kind }: InputFor<'mail.unsubscribe'>,
): Promise<ResponseOf<'mail.unsubscribe'>> {
  const all = isForStaff(kind) ? [] : CHOSEN_MAILS.filter((one) => !isForStaff(one));
  await turnOffMail(ctx.db, token, kind, all);
  return {};
}

/** Stops mails to an address that its mail server refused for good, and notifies the people who can correct it. */
export async function rejectAddress(db: Database, mail: unknown, now: Instant): Promise<void> {
  const { user_id, to } = mail as { user_id: number | null; to: string };
  const recipient = user_id === null ? undefined : await markRefused(db, user_id, to);
  if (recipient) await notifyOfRefusedAddress(db, recipient, now);
}
