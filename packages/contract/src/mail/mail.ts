import { CHOSEN_MAILS, MAIL_KINDS } from '@darkroom/domain/mail/mail';
import { anyOf, everyone, signedIn } from '@darkroom/domain/permission/access';
import { DELIVERY_STATES } from '@darkroom/domain/webhook/events';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { body, count, email, instant, oneOf, page, pageOf, pageSize, requiredText, uniqueList } from '../fields.ts';

export const LANGUAGES = ['vi', 'en'] as const;

/** A mail in the queue and the result of its last attempt (decision 170). Its text is not stored. */
export const mail = z.object({
  id: z.int().describe('ID of the mail.'),
  kind: z.enum(MAIL_KINDS).describe('Kind of the mail.'),
  to: z.string().describe('Address of the recipient.'),
  language: z.enum(LANGUAGES).describe('Language of the mail.'),
  at: instant().describe('Time of the event that the mail reports.'),
  state: z.enum(DELIVERY_STATES).describe('`waiting`, `delivered` to the mail server, or failed (`dead`).'),
  attempts: z.int().describe('Number of attempts.'),
  next_at: instant().nullable().describe('Time of the next attempt. Null: at once, or none.'),
  tried_at: instant().nullable().describe('Time of the last attempt. Null: none yet.'),
  status: z.int().nullable().describe('Reply code of the mail server. Null if there was none.'),
  response: z.string().nullable().describe('Reply of the mail server. Null if there was none.'),
  error: z.string().nullable().describe('Reason without a reply of the mail server. Null with a reply.'),
  ended_at: instant().nullable().describe('Time of delivery or failure. Null while waiting.'),
});

const preferences = z.object({
  address: z.string().nullable().describe('Address for mails. Null if the account has none.'),
  refused: z.boolean().describe('True if the mail server refused the address, so nothing is sent to it.'),
  language: z.enum(LANGUAGES).describe('Language of the mails.'),
  choices: z.array(z.enum(CHOSEN_MAILS)).describe('Kinds that the account can choose.'),
  kinds: z.array(z.enum(CHOSEN_MAILS)).describe('Kinds that the account receives.'),
  at_hour: z.int().nullable().describe('Hour of the daily mail about completed jobs. Null: a mail at once.'),
  time_zone: z.string().nullable().describe('Time zone of the hour, for example `Australia/Sydney`.'),
});

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const admin = { access: anyOf('npn_admin'), lock: null } as const;

export const mailEndpoints = {
  state: defineEndpoint({
    ...admin,
    name: 'mail.state',
    method: 'GET',
    path: '/api/mail/state',
    summary: 'Get how mails are sent',
    kind: 'read',
    input: body({}),
    output: z.object({
      server: z.string().nullable().describe('Host of the mail server. Null: mails are saved as files (`SMTP_URL`).'),
      folder: z.string().describe('Folder of the files, relative to the data folder.'),
      from: z.string().describe('Sender of the mails (`MAIL_FROM`).'),
      public_url: z.string().describe('Address of Darkroom in links (`PUBLIC_URL`).'),
      waiting: z.int().describe('Number of waiting mails, up to 10,000.'),
      dead: z.int().describe('Number of failed mails, up to 10,000.'),
      failing_since: instant().nullable().describe('Time since which no mail arrives. Null if they arrive.'),
    }),
    errors: [],
    topics: ['webhook'],
  }),
  list: defineEndpoint({
    ...admin,
    name: 'mail.list',
    method: 'POST',
    path: '/api/mail/list',
    summary: 'List mails with their results, newest first',
    kind: 'read',
    input: body({
      state: oneOf(DELIVERY_STATES).optional().describe('Only mails in this state.'),
      page: page(),
      page_size: pageSize(),
    }),
    output: pageOf(mail),
    errors: [],
    topics: ['webhook'],
  }),
  replay: defineEndpoint({
    ...admin,
    name: 'mail.replay',
    method: 'POST',
    path: '/api/mail/replay',
    summary: 'Resend the listed mails, or all failed ones',
    kind: 'write',
    input: body({
      mail_ids: z
        .array(z.int({ error: () => 'invalid' }).min(1, 'invalid'))
        .min(1, 'required')
        .max(200, 'too_many_items')
        .optional()
        .describe('Mails to resend. Absent: all failed ones.'),
    }),
    output: z.object({ replayed: z.int().describe('Number of mails that are sent again.') }),
    errors: [],
  }),
  test: defineEndpoint({
    ...admin,
    name: 'mail.test',
    method: 'POST',
    path: '/api/mail/test',
    summary: 'Send a test mail',
    description: 'The list of mails has the result.',
    kind: 'write',
    limit: { per: 'user', max: 10, seconds: 600 },
    input: body({ to: email().describe('Address of the recipient.'), language: oneOf(LANGUAGES) }),
    output: z.object({ id: z.int().describe('ID of the mail.') }),
    errors: ['too_many_attempts'],
  }),
  preview: defineEndpoint({
    ...admin,
    name: 'mail.preview',
    method: 'POST',
    path: '/api/mail/preview',
    summary: 'Get a mail of a kind with example data',
    kind: 'read',
    input: body({ kind: oneOf(MAIL_KINDS).describe('Kind of the mail.'), language: oneOf(LANGUAGES) }),
    output: z.object({
      subject: z.string(),
      text: z.string().describe('Body as plain text.'),
      html: z.string().describe('Body as HTML.'),
    }),
    errors: [],
  }),
  preferences: defineEndpoint({
    name: 'mail.preferences',
    method: 'GET',
    path: '/api/mail/preferences',
    summary: 'Get the caller’s choice of mails',
    access: signedIn,
    lock: null,
    kind: 'read',
    input: body({}),
    output: preferences,
    errors: [],
    topics: ['session'],
  }),
  setPreferences: defineEndpoint({
    name: 'mail.setPreferences',
    method: 'POST',
    path: '/api/mail/preferences',
    summary: 'Set the caller’s choice of mails',
    access: signedIn,
    lock: null,
    kind: 'write',
    input: body({
      kinds: uniqueList(oneOf(CHOSEN_MAILS), CHOSEN_MAILS.length).describe('Kinds to receive.'),
      language: oneOf(LANGUAGES).describe('Language of the mails.'),
      at_hour: count(0, 23).nullable().default(null).describe('Hour of the daily mail about completed jobs.'),
      time_zone: requiredText()
        .refine(isTimeZone, 'invalid')
        .default('Asia/Bangkok')
        .describe('Time zone of the hour, for example `Australia/Sydney`.'),
    }),
    output: preferences,
    errors: [],
  }),
  unsubscribe: defineEndpoint({
    name: 'mail.unsubscribe',
    method: 'POST',
    path: '/api/mail/unsubscribe/{token}/{kind}',
    summary: 'Turn off a kind of mails with the link of a mail',
    description: 'An unknown token has the same response.',
    access: everyone,
    lock: null,
    kind: 'write',
    // Mail programs of many people send from a few addresses.
    limit: { per: 'address', max: 600, seconds: 900 },
    bodyLimit: 4096,
    input: body({
      token: z.uuid('invalid').describe('Token in the link.'),
      kind: oneOf(CHOSEN_MAILS).describe('Kind to turn off.'),
    }),
    output: z.object({}),
    errors: ['too_many_attempts'],
  }),
};

export type Mail = z.output<typeof mail>;
export type MailPreferences = z.output<typeof preferences>;
