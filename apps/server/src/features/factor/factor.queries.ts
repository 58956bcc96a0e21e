import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** A factor of an account with its secrets, for the check of an answer. */
export interface FactorRow {
  id: number;
  user_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  secret: Buffer | null;
  last_period: number;
  credential_id: string | null;
  public_key: Buffer | null;
  sign_count: number;
  created_at: Instant;
  last_used_at: Instant | null;
  confirmed_at: Instant | null;
}

/** Lists the factors of an account, the unconfirmed ones too, the oldest first. A write locks them. */
export async function listFactors(db: Database, user_id: number, lock = false): Promise<FactorRow[]> {
  const { rows } = await sql<FactorRow>`
    select * from user_factor where user_id = ${user_id} order by id ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}

export async function findPasskey(db: Database, credential_id: string): Promise<FactorRow | undefined> {
  const { rows } = await sql<FactorRow>`
    select * from user_factor where credential_id = ${credential_id} for update`.execute(db);
  return rows[0];
}

type NewFactor = Pick<FactorRow, 'user_id' | 'kind' | 'name' | 'created_at'> & Partial<FactorRow>;

export async function insertFactor(db: Database, factor: NewFactor): Promise<number> {
  const { id } = await db.insertInto('user_factor').values(factor).returning('id').executeTakeFirstOrThrow();
  return id;
}

type FactorChange = Partial<Pick<FactorRow, 'last_period' | 'sign_count' | 'last_used_at' | 'confirmed_at'>>;

export const updateFactor = (db: Database, id: number, change: FactorChange) =>
  db.updateTable('user_factor').set(change).where('id', '=', id).execute();

/** Deletes factors of an account: one, the unconfirmed ones, or all. */
export const deleteFactors = (db: Database, user_id: number, which: { id: number } | 'unconfirmed' | 'all') =>
  sql`delete from user_factor where user_id = ${user_id} and ${
    which === 'all' ? sql`true` : which === 'unconfirmed' ? sql`confirmed_at is null` : sql`id = ${which.id}`
  }`.execute(db);

export const deleteRecoveryCodes = (db: Database, user_id: number) =>
  db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();

export const insertRecoveryCodes = (db: Database, user_id: number, hashes: readonly Buffer[]) =>
  db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute();

export async function countRecoveryCodes(db: Database, user_id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from recovery_code where user_id = ${user_id}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Uses up a recovery code. Returns true if it was there: only one of several callers gets it. */
export async function consumeRecoveryCode(db: Database, user_id: number, code_hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_code where user_id = ${user_id} and code_hash = ${code_hash} returning 1`.execute(db);
  return rows.length > 0;
}

/** Stores a question to a passkey. */
export const insertQuestion = (db: Database, challenge: string, user_id: number | null, expires_at: Instant) =>
  db.insertInto('passkey_question').values({ challenge, user_id, expires_at }).execute();

/** Uses up a question. Returns true if it was open, for this account or for a sign-in. */
export async function consumeQuestion(
  db: Database,
  challenge: string,
  user_id: number | null,
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_question where challenge = ${challenge} and user_id is not distinct from ${user_id}::int
       and expires_at > ${now} returning 1`.execute(db);
  return rows.length > 0;
}

export const deleteOldQuestions = (db: Database, now: Instant) =>
  db.deleteFrom('passkey_question').where('expires_at', '<=', now).execute();

/** Ends the pending step of a session. */
export const clearPending = (db: Database, session_id: number) =>
  db.updateTable('session').set({ pending: null }).where('id', '=', session_id).execute();
