import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { selectPermissions } from '../../http/session/session.ts';

/** A token with the account and permissions of its owner. */
export interface TokenRow {
  id: number;
  user_id: number;
  name: string;
  hint: string;
  scope: string[];
  can_write: boolean;
  created_at: Instant;
  expires_at: Instant;
  last_used_at: Instant | null;
  last_address: string | null;
  is_superuser: boolean;
  permissions: string[];
}

const selectToken = sql`
  select t.id, t.user_id, t.name, t.hint, t.scope, t.can_write, t.created_at, t.expires_at, t.last_used_at,
         t.last_address, u.is_superuser, ${selectPermissions} as permissions
    from api_token t join user_account u on u.id = t.user_id`;

export async function listTokensOf(db: Database, user_id: number, now: Instant): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`${selectToken} where t.user_id = ${user_id} and t.expires_at > ${now}
    order by t.id desc`.execute(db);
  return rows;
}

/** Finds tokens in the order of their ids. */
export async function findTokens(db: Database, ids: readonly number[]): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`${selectToken} where t.id = any(${ids}::bigint[]) order by t.id desc`.execute(
    db,
  );
  return rows;
}

export interface NewToken {
  user_id: number;
  name: string;
  token_hash: Buffer;
  hint: string;
  scope: string[];
  can_write: boolean;
  created_at: Instant;
  expires_at: Instant;
}

export async function insertToken(db: Database, token: NewToken): Promise<number> {
  const { id } = await db.insertInto('api_token').values(token).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Counts a user's tokens with their account locked. */
export async function countTokensLocked(db: Database, user_id: number, now: Instant): Promise<number> {
  await sql`select 1 from user_account where id = ${user_id} for no key update`.execute(db);
  // Expired tokens do not count, and their names become free.
  await db.deleteFrom('api_token').where('user_id', '=', user_id).where('expires_at', '<=', now).execute();
  const { rows } = await sql<{ n: number }>`select count(*) as n from api_token where user_id = ${user_id}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function deleteToken(db: Database, id: number): Promise<void> {
  await db.deleteFrom('api_token').where('id', '=', id).execute();
}

export async function deleteTokensBefore(db: Database, now: Instant): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<=', now).execute();
}
