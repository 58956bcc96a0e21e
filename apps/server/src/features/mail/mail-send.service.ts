import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '@darkroom/domain/calendar/day';
import { CHOSEN_MAILS, isLinkKind, LINK_HOURS, type ChosenMail, type MailKind } from '@darkroom/domain/mail/mail';
import type { Language } from '@darkroom/domain/text/language';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/connect.ts';
import { addMs, hashToken, makeToken } from '../../http/session/session.ts';
import { findMailSender } from '../setting/setting.service.ts';
import type { PostOutcome } from '../webhook/delivery/post.ts';
import { composeMail, getUnsubscribeUrl, type MailItem } from './compose.ts';
import { findRecipient, keepTrueItems, saveLink, type Recipient } from './mail.queries.ts';

/** Folder of the files in the data folder, if there is no mail server. */
export const MAIL_FOLDER = 'mail';
/** Time limits of one attempt: connection, greeting, and each reply. Together they are shorter than a taken mail's time. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 5_000 };

/** A taken mail of the queue. */
interface TakenMail {
  readonly uid: string;
  readonly type: string;
  readonly at: Instant;
  readonly data: unknown;
}

/** The data of a mail. `user_id` is null for a test. */
interface QueuedMail {
  readonly user_id: number | null;
  readonly to: string;
  readonly language: Language;
  readonly items: readonly MailItem[];
}

export interface MailOutcome extends PostOutcome {
  /** True if a repeat cannot succeed. */
  readonly permanent: boolean;
  /** True if the server refused this address, not the sender or the content. */
  readonly addressRefused: boolean;
}

interface SendOptions {
  readonly db: Database;
  readonly clock: () => Instant;
  readonly config: Config;
}

/** Sends one mail. Returns null if it has nothing to report any more. Every failure becomes the outcome. */
export async function sendMail(options: SendOptions, one: TakenMail): Promise<MailOutcome | null> {
  const { db, clock, config } = options;
  const kind = one.type.slice('mail.'.length) as MailKind;
  const queued = one.data as QueuedMail;
  const recipient = queued.user_id === null ? null : await findRecipient(db, queued.user_id);
  if (recipient === undefined) return null;
  const isChosen = CHOSEN_MAILS.some((chosen) => chosen === kind);
  if (recipient && isChosen && recipient.has_chosen && !recipient.chosen.includes(kind)) return null;
  const items = await keepTrueItems(db, kind, queued.items);
  if (queued.items.length > 0 && items.length === 0) return null;
  const linkToken = recipient && isLinkKind(kind) ? makeToken() : null;
  if (recipient && isLinkKind(kind) && linkToken)
    await saveLink(db, recipient.user_id, hashToken(linkToken), addMs(clock(), LINK_HOURS[kind] * 3_600_000));
  const sender = await findMailSender(db);
  const mail = composeMail({
    kind,
    language: recipient?.language ?? queued.language,
    name: recipient?.account === 'customer' ? null : (recipient?.full_name ?? queued.to),
    username: recipient?.username ?? '',
    items,
    bureau: sender.bureau_name,
    publicUrl: config.publicUrl,
    linkToken,
    mailToken: recipient && isChosen ? recipient.mail_token : null,
  });
  return deliver(config, {
    ...mail,
    from: config.mailFrom,
    to: { name: '', address: recipient?.address ?? queued.to },
    ...(sender.reply_to ? { replyTo: sender.reply_to } : {}),
    // The same id for each attempt, so that a mail server can recognize a mail that arrives again.
    messageId: `<${one.uid}@${new URL(config.publicUrl).hostname}>`,
    date: new Date(one.at),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(recipient && isChosen ? unsubscribeHeaders(config, recipient, kind as ChosenMail) : {}),
    },
  });
}

const unsubscribeHeaders = ({ publicUrl }: Config, { mail_token }: Recipient, kind: ChosenMail) => ({
  'List-Unsubscribe': `<${getUnsubscribeUrl(publicUrl, mail_token, kind)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Hands a mail to the mail server, or writes it as a file if there is none. */
async function deliver(config: Config, mail: SendMailOptions): Promise<MailOutcome> {
  const done = { permanent: false, addressRefused: false };
  try {
    if (config.smtpUrl === null) {
      const folder = join(config.dataFolder, MAIL_FOLDER);
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `${mail.messageId?.slice(1, 37)}.eml`), message);
      return { status: 250, response: null, error: null, ...done };
    }
    const { response } = await createTransport({ url: config.smtpUrl, ...TIMEOUTS }).sendMail(mail);
    return { status: 250, response: response.slice(0, 500), error: null, ...done };
  } catch (error) {
    return toOutcome(error);
  }
}

/** An error of nodemailer: the server's reply if there was one, the command that it refused, and the kind of failure. */
interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  readonly code?: string;
}

function toOutcome(error: unknown): MailOutcome {
  const { responseCode = null, response, command, code, message } = error as SmtpError;
  const isPermanent = responseCode !== null && responseCode >= 500;
  // A refused sign-in or sender is the bureau's own setting, which an administrator can correct.
  return {
    status: responseCode,
    response: response?.slice(0, 500) ?? null,
    error: responseCode === null ? `${code ?? ''} ${message}`.trim().slice(0, 200) : null,
    permanent: isPermanent && (command === 'RCPT TO' || command === 'DATA'),
    addressRefused: isPermanent && command === 'RCPT TO',
  };
}
