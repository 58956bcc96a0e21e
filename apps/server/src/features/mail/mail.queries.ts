import type { Mail, MailPreferences } from '@darkroom/contract/mail/mail';
import type { Instant } from '@darkroom/domain/calendar/day';
import { MAIL_TARGET, type ChosenMail, type MailKind } from '@darkroom/domain/mail/mail';
import type { Language } from '@darkroom/domain/text/language';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { MailItem } from './compose.ts';

/** An account that can receive mail now (view `mail_recipient`). */
export interface Recipient {
  user_id: number;
  username: string;
  full_name: string;
  account: 'staff' | 'customer';
  address: string;
  language: Language;
  mail_token: string;
  chosen: string[];
  has_chosen: boolean;
}

export async function findRecipient(db: Database, user_id: number): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`select * from mail_recipient where user_id = ${user_id}`.execute(db);
  return rows[0];
}

/** Queues a mail for an account that can receive mail. Other accounts get none. */
export const queueMail = (db: Database, user_id: number, kind: MailKind, at: Instant) =>
  sql`select queue_mail(${user_id}::int, ${kind}, ${at}::timestamptz, '{}', ${at}::timestamptz)`.execute(db);

/** Queues a mail about a sign-in from a new address for a customer, but not about the first one. */
export const queueSignInMail = (db: Database, user_id: number, at: Instant, item: { time: string; address: string }) =>
  sql`select queue_mail(user_id, 'sign_in', ${at}::timestamptz, ${JSON.stringify(item)}::jsonb, ${at}::timestamptz) from mail_recipient r
       where user_id = ${user_id} and account = 'customer' and ('sign_in' = any(chosen) or not has_chosen)
         and exists (select from sign_in_address a where a.user_id = r.user_id)`.execute(db);

/** Queues a link for a new password for accounts with this username or address. There can be several with one address. */
export const queuePasswordLinks = (db: Database, name: string, at: Instant) =>
  sql`select queue_mail(user_id, 'password_link', ${at}::timestamptz, '{}', ${at}::timestamptz) from mail_recipient
       where lower(username) = lower(${name}) or lower(address) = lower(${name}) order by user_id limit 5`.execute(db);

export async function insertTestMail(db: Database, to: string, language: Language, at: Instant): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into webhook_event (type, at, data)
      values ('mail.test', ${at}, ${JSON.stringify({ user_id: null, to, language, items: [] })}::jsonb) returning id)
    insert into webhook_delivery (webhook_id, event_id, order_key) select ${MAIL_TARGET}, id, 'mail ' || id from event
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Finds mails in the order of their ids, newest first. */
export async function findMails(db: Database, ids: readonly number[]): Promise<Mail[]> {
  const { rows } = await sql<Mail>`
    select d.id, substr(e.type, 6) as kind, e.data ->> 'to' as "to", e.data ->> 'language' as language, e.at, d.state, d.attempts,
           case when d.state = 'waiting' and d.next_at <> '-infinity' then d.next_at end as next_at, d.tried_at, d.status, d.response,
           d.error, d.ended_at
      from webhook_delivery d join webhook_event e on e.id = d.event_id
     where d.id = any(${ids}::bigint[]) order by d.id desc`.execute(db);
  return rows;
}

/** Facts of mails that can stop being true before the mail is sent: the field with their id, and the query of the true ones. */
const CHECKED_FACTS: Partial<Record<MailKind, { key: string; find: (ids: number[]) => RawBuilder<{ id: number }> }>> = {
  completed: {
    key: 'job_id',
    find: (ids) => sql`select job_id as id from job where job_id = any(${ids}::int[]) and job_status = 'COMPLETED'`,
  },
  late: {
    key: 'job_id',
    find: (ids) => sql`select job_id as id from job_forecast where job_id = any(${ids}::int[]) and at_risk`,
  },
  complaint: {
    key: 'request_id',
    find: (ids) => sql`select id from customer_request where id = any(${ids}::int[]) and status = 'DONE'`,
  },
  notifications: {
    key: 'id',
    find: (ids) => sql`select id from notification where id = any(${ids}::int[]) and seen_at is null`,
  },
};

/** Leaves out what is no longer true: jobs and complaints that were reopened, and notifications that were seen. */
export async function keepTrueItems(
  db: Database,
  kind: MailKind,
  items: readonly MailItem[],
): Promise<readonly MailItem[]> {
  const fact = CHECKED_FACTS[kind];
  if (!fact) return items;
  const { rows } = await fact.find(items.map((item) => Number(item[fact.key]))).execute(db);
  const ids = new Set(rows.map(({ id }) => id));
  return items.filter((item) => ids.has(Number(item[fact.key])));
}

/** Stores the link of an account. It replaces the one before. */
export const saveLink = (db: Database, user_id: number, token_hash: Buffer, expires_at: Instant) =>
  sql`insert into account_link (user_id, token_hash, expires_at) values (${user_id}, ${token_hash}, ${expires_at})
      on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    db,
  );

/** Ends a valid link and returns its account. Only one of several callers gets it. */
export async function consumeLink(db: Database, token_hash: Buffer, now: Instant): Promise<number | undefined> {
  const { rows } = await sql<{ user_id: number }>`
    delete from account_link where token_hash = ${token_hash} and expires_at > ${now} returning user_id`.execute(db);
  return rows[0]?.user_id;
}

/** Marks an address as refused for good. Returns the account, or nothing if its address has changed. */
export async function markRefused(db: Database, user_id: number, address: string): Promise<Recipient | undefined> {
  const recipient = await findRecipient(db, user_id);
  if (recipient?.address !== address) return undefined;
  await sql`update user_account set mail_refused = ${address} where id = ${user_id}`.execute(db);
  return recipient;
}

type StoredPreferences = Pick<MailPreferences, 'address' | 'refused' | 'language' | 'at_hour' | 'time_zone'> &
  Pick<Recipient, 'chosen' | 'has_chosen'>;

export async function findMailPreferences(db: Database, user_id: number): Promise<StoredPreferences> {
  const { rows } = await sql<StoredPreferences>`
    select address, address is not null and refused as refused, language, chosen, has_chosen, at_hour, time_zone
      from mail_account where user_id = ${user_id}`.execute(db);
  return rows[0]!;
}

export async function saveMailPreferences(
  db: Database,
  user_id: number,
  {
    language,
    ...choice
  }: { kinds: readonly ChosenMail[]; at_hour: number | null; time_zone: string; language: Language },
): Promise<void> {
  await sql`insert into user_preference (user_id, key, value) values (${user_id}, 'mail', ${JSON.stringify(choice)}::jsonb)
            on conflict (user_id, key) do update set value = excluded.value`.execute(db);
  await sql`update user_account set language = ${language} where id = ${user_id}`.execute(db);
}

/** Turns a kind off for the account of a mail's token. `all` are the kinds of an account that has not chosen. */
export const turnOffMail = (db: Database, token: string, kind: ChosenMail, all: readonly ChosenMail[]) =>
  sql`insert into user_preference (user_id, key, value)
      select id, 'mail', jsonb_build_object('kinds', ${JSON.stringify(all)}::jsonb - ${kind}::text) from user_account where mail_token = ${token}
      on conflict (user_id, key) do update
         set value = jsonb_set(user_preference.value, '{kinds}', (user_preference.value -> 'kinds') - ${kind}::text)`.execute(
    db,
  );
