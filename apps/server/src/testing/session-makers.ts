import type { Database } from '../db/connect.ts';
import { hashOfToken, later, createApiToken, makeToken, WHOLE_MS } from '../http/session/session.ts';

/** Opens a session without a sign-in and returns its token. */
export async function openSession(db: Database, user_id: number, now: string): Promise<string> {
  const token = makeToken();
  await db
    .insertInto('session')
    .values({
      token_hash: hashOfToken(token),
      user_id,
      created_at: now,
      last_used_at: now,
      expires_at: later(now, WHOLE_MS),
    })
    .execute();
  return token;
}

/** Creates an API token of a user without a call and returns it. */
export async function openToken(
  db: Database,
  user_id: number,
  { scope, may_write }: { scope: string[]; may_write: boolean },
  now: string,
): Promise<string> {
  const token = createApiToken();
  await db
    .insertInto('api_token')
    .values({
      user_id,
      name: `Token ${token.slice(-8)}`,
      token_hash: hashOfToken(token),
      hint: token.slice(-4),
      scope,
      may_write,
      created_at: now,
      expires_at: later(now, 30 * 24 * 3_600_000),
    })
    .execute();
  return token;
}
