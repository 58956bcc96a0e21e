import { isLinkKind, LINK_HOURS, type ChosenMail, type MailKind } from '@darkroom/domain/mail/mail';
import type { Language } from '@darkroom/domain/text/language';
import { getTranslate } from '../../translate.ts';
import { formatDay } from '../export/files/cells.ts';

/** The facts of an event that a mail reports. The triggers of migration 060 write them. */
export type MailItem = Readonly<Record<string, string | number>>;

/** Everything that the text of a mail depends on. */
export interface MailFacts {
  readonly kind: MailKind;
  readonly language: Language;
  /** Name of a member for the salutation. Null for a customer. */
  readonly name: string | null;
  readonly username: string;
  readonly items: readonly MailItem[];
  readonly bureau: string;
  /** Address of Darkroom, without a slash at the end. */
  readonly publicUrl: string;
  /** Token of the link for a password. */
  readonly linkToken: string | null;
  /** Token of the links that turn this kind of mail off. Null if it cannot be turned off. */
  readonly mailToken: string | null;
}

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Screen that the button of a mail opens. */
const PATHS: Record<MailKind, string> = {
  test: '/',
  invitation: '/set-password#token=',
  password_link: '/set-password#token=',
  factors_reset: '/account/information',
  reply: '/customer-portal/contact-us?request=',
  quote: '/customer-portal/contact-us?request=',
  complaint: '/customer-portal/contact-us?request=',
  completed: '/customer-portal/job',
  sign_in: '/',
  notifications: '/',
  late: '/job',
};

/** The address for one click in the mail program (RFC 8058). The page with a button has the same parts in its fragment. */
export const getUnsubscribeUrl = (publicUrl: string, token: string, kind: ChosenMail): string =>
  `${publicUrl}/api/mail/unsubscribe/${token}/${kind}`;

/** Writes a mail in the recipient's language, as plain text and as HTML with the same words. */
export function composeMail(facts: MailFacts): ComposedMail {
  const { kind, language, name, username, items, bureau, publicUrl, linkToken, mailToken } = facts;
  const translate = getTranslate(language);
  const [first = {}] = items;
  const values = {
    ...Object.fromEntries(Object.entries(first).map(([key, value]) => [key, String(value)])),
    ...(first.valid_until === undefined ? {} : { valid_until: formatDay(String(first.valid_until), language) }),
    bureau,
    username,
    count: String(items.length),
    hours: isLinkKind(kind) ? String(LINK_HOURS[kind]) : '',
  };
  const word = (key: string) => translate(key, values);
  const salutation =
    name === null ? word('mail:mail.salutation.customer') : translate('mail:mail.salutation.member', { name: name });
  const action = `${publicUrl}${PATHS[kind]}${linkToken ?? first.request_id ?? ''}`;
  const off = mailToken === null ? null : `${publicUrl}/unsubscribe#token=${mailToken}&kind=${kind}`;
  const paragraphs = [salutation, word(`mail:mail.${kind}.text`)];
  // Several requests are named, because the mail is about the first.
  const quoted =
    kind === 'reply'
      ? items.map(({ request_id, subject, text }) =>
          request_id === first.request_id ? `${text}` : `${subject}\n${text}`,
        )
      : [];
  const list =
    kind === 'completed' || kind === 'late' ? items.map(({ prod_id, job_name }) => `${prod_id} · ${job_name}`) : [];
  const text = [
    ...paragraphs,
    ...quoted.map((part) => part.replace(/^/gm, '> ')),
    ...(list.length > 0 ? [list.map((line) => `- ${line}`).join('\n')] : []),
    `${word(`mail:mail.${kind}.action`)}:\n${action}`,
    `${word('mail:mail.closing')}\n${bureau}`,
    ...(off === null ? [] : [`${word('mail:mail.unsubscribe')}:\n${off}`]),
  ].join('\n\n');
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:16px;background:#f4f5f7;color:#1f2328;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">
${paragraphs.map((part) => `<p>${toHtml(part)}</p>`).join('\n')}
${quoted.map((part) => `<blockquote style="margin:16px 0;padding:0 16px;border-left:4px solid #d0d7de">${toHtml(part)}</blockquote>`).join('\n')}
${list.length > 0 ? `<ul>${list.map((line) => `<li>${toHtml(line)}</li>`).join('')}</ul>` : ''}
<p><a href="${toHtml(action)}" style="display:inline-block;padding:12px 20px;background:#1f4fd8;color:#ffffff;border-radius:6px;text-decoration:none">${toHtml(word(`mail:mail.${kind}.action`))}</a></p>
<p>${toHtml(`${word('mail:mail.closing')}\n${bureau}`)}</p>
</div>
${off === null ? '' : `<p style="max-width:560px;margin:12px auto;font-size:13px"><a href="${toHtml(off)}" style="color:#57606a">${toHtml(word('mail:mail.unsubscribe'))}</a></p>`}
</body></html>`;
  return { subject: word(`mail:mail.${kind}.subject`).replace(/\s+/g, ' '), text, html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
};
const toHtml = (text: string): string => text.replace(/[&<>"\n]/g, (char) => ENTITIES[char] ?? char);
