import { createHash, createHmac } from 'node:crypto';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { withoutShownOnce } from '@darkroom/contract/fields';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { sentAhead } from '../db/driver/marks.ts';
import type { Ctx } from './context.ts';
import { fail } from './answer/fail.ts';
import { later } from './session/session.ts';

/** Time in which a repeated call gets the first answer (domain §2). */
export const KEPT_MS = 24 * 3_600_000;

/** A call with an Idempotency-Key, and its fingerprint. */
export interface Repeatable {
  readonly actor_id: number;
  readonly path: string;
  readonly key: string;
  readonly request_hash: string;
  /** The answer in its stored form. */
  readonly kept: (answer: string) => string;
}

/** The Idempotency-Key of a request, or null. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(header)) {
    throw fail('malformed', { detail: 'Idempotency-Key is 1 to 100 printable characters without blanks.' });
  }
  return header;
}

/** The fingerprint of a call, and its answer in stored form. Secrets are left out: inputs are hashed with the token as key. */
export function repeatable(
  endpoint: Endpoint,
  actor_id: number,
  key: string,
  input: unknown,
  token: string,
): Repeatable {
  const text = JSON.stringify(input);
  const known = { actor_id, path: endpoint.path, key };
  if (!endpoint.secret) {
    return { ...known, request_hash: createHash('sha256').update(text).digest('base64url'), kept: (answer) => answer };
  }
  return {
    ...known,
    request_hash: createHmac('sha256', token).update(`${key} ${endpoint.path} ${text}`).digest('base64url'),
    kept: (answer) => JSON.stringify(withoutShownOnce(endpoint.output, JSON.parse(answer))),
  };
}

/** True if this call was answered before. It is checked where a repeat would fail now, for example by a lock. */
export async function isRepeated(
  db: Database,
  call: Pick<Repeatable, 'actor_id' | 'path' | 'key'>,
  now: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency')
    .select('key')
    .where('actor_id', '=', call.actor_id)
    .where('path', '=', call.path)
    .where('key', '=', call.key)
    .where('created_at', '>', later(now, -KEPT_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims the key in the call's transaction, and returns null for a new key. A second call waits and gets the first answer, or runs after
 * a failure.
 */
export async function claimKey(ctx: Ctx, call: Repeatable): Promise<string | null> {
  const { actor_id, path, key, request_hash } = call;
  const claimed = await sql`
    insert into idempotency as i (actor_id, path, key, request_hash, created_at)
    values (${actor_id}, ${path}, ${key}, ${request_hash}, ${ctx.now})
    on conflict (actor_id, path, key) do update
      set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
      where i.created_at <= ${later(ctx.now, -KEPT_MS)}
    returning 1`.execute(ctx.db);
  if (claimed.rows.length > 0) return null;
  const first = await ctx.db
    .selectFrom('idempotency')
    .select(['request_hash', 'answer'])
    .where('actor_id', '=', actor_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first?.request_hash !== request_hash || first.answer === null) throw fail('idempotency_mismatch');
  return first.answer;
}

/** Stores the answer of a successful call, in the transaction of its changes. */
export async function keepAnswer(ctx: Ctx, call: Repeatable, answer: string): Promise<void> {
  await ctx.db
    .updateTable('idempotency')
    .modifyEnd(sentAhead)
    .set({ status: 200, answer: call.kept(answer) })
    .where('actor_id', '=', call.actor_id)
    .where('path', '=', call.path)
    .where('key', '=', call.key)
    .execute();
}
