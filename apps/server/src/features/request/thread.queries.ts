import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Side of a request's thread. Customers never see staff names. */
export type ThreadSide = 'customer' | 'bureau';

export interface MessageRow {
  id: number;
  at: string;
  side: ThreadSide;
  author_id: number | null;
  /** Name of the author, read by the given column. */
  by: string | null;
  text: string;
}

/** Finds the newest messages of a thread, oldest first. `by` reads the author. */
export async function findMessages(
  db: Database,
  request_id: number,
  limit: number,
  by: RawBuilder<string | null>,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, at, side, author_id, ${by} as by, text from request_message where request_id = ${request_id}
     order by id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

const UNREAD_COLUMN = { customer: 'customer_unread', bureau: 'bureau_unread' } as const;

/**
 * Adds a message, which is unread for the other side. Marks nothing as read for its own side, because a message can
 * have arrived since.
 */
export async function insertMessage(
  db: Database,
  { request_id, side, author_id, text, at }: Omit<MessageRow, 'id' | 'by'> & { request_id: number },
): Promise<MessageRow> {
  const unread = sql.ref(UNREAD_COLUMN[side === 'bureau' ? 'customer' : 'bureau']);
  await sql`
    update customer_request
       set last_message_at = ${at},
           ${unread} = ${unread} + 1
     where id = ${request_id}`.execute(db);
  const row = await db
    .insertInto('request_message')
    .values({ request_id, side, author_id, text, at })
    .returning(['id', 'at', 'side', 'author_id', 'text'])
    .executeTakeFirstOrThrow();
  // The writer needs no author name.
  return { ...row, side, by: null };
}

/** Marks a thread as read by a side up to a message. Returns the number of messages, or null if nothing changed. */
export async function markRead(
  db: Database,
  request_id: number,
  by: ThreadSide,
  message_id: number,
): Promise<number | null> {
  const column = sql.ref(UNREAD_COLUMN[by]);
  const { rows } = await sql<{ unread: number }>`
    update customer_request r set ${column} = later.n
      from (select count(*)::int as n from request_message m
             where m.request_id = ${request_id} and m.id > ${message_id} and m.side <> ${by}) later
     where r.id = ${request_id} and ${sql.ref(`r.${UNREAD_COLUMN[by]}`)} > later.n
    returning later.n as unread`.execute(db);
  return rows[0]?.unread ?? null;
}
