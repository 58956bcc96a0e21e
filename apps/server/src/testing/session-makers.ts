import type { Database } from '../db/connect.ts';
import { hashOfToken, later, makeToken, WHOLE_MS } from '../http/session/session.ts';

/** Opens a session without signing in; answers its token. */
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
