import type { Database } from '../db/connect.ts';
import { hashToken, addMs, createApiToken, makeToken, MAX_SESSION_MS } from '../http/session/session.ts';

/** Opens a session without a sign-in and returns its token. */
export async function openSession(db: Database, user_id: number, now: string): Promise<string> {
  const token = makeToken();
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id,
      created_at: now,
      last_used_at: now,
      expires_at: addMs(now, MAX_SESSION_MS),
    })
    .execute();
  return token;
}

/** Creates an API token of a user without a request and returns it. */
export async function openToken(
  db: Database,
  user_id: number,
  { scope, can_write }: { scope: string[]; can_write: boolean },
  now: string,
): Promise<string> {
  const token = createApiToken();
  await db
    .insertInto('api_token')
    .values({
      user_id,
      name: `Token ${token.slice(-8)}`,
      token_hash: hashToken(token),
      hint: token.slice(-4),
      scope,
      can_write,
      created_at: now,
      expires_at: addMs(now, 30 * 24 * 3_600_000),
    })
    .execute();
  return token;
}
