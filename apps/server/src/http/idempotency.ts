import { createHash, createHmac } from 'node:crypto';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { removeSecrets } from '@darkroom/contract/fields';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import { pipelined } from '../db/driver/statement-marks.ts';
import type { Ctx } from './context.ts';
import { fail } from './response/fail.ts';
import { addMs } from './session/session.ts';

/** Time in which a repeated request gets the first response (domain §2). */
export const KEY_RETENTION_MS = 24 * 3_600_000;

/** A request with an Idempotency-Key, and its fingerprint. */
export interface RepeatableCall {
  readonly actor_id: number;
  readonly path: string;
  readonly key: string;
  readonly request_hash: string;
  /** Converts the response to its stored form. */
  readonly toSavedResponse: (response: string) => string;
}

/** Reads the Idempotency-Key of a request. Returns null if there is none. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(header)) {
    throw fail('malformed', { detail: 'Idempotency-Key is 1 to 100 printable characters without blanks.' });
  }
  return header;
}

/**
 * Creates the fingerprint of a request, and the stored form of its response. Secrets are left out: inputs are hashed
 * with the token as key.
 */
export function createRepeatableCall(
  endpoint: Endpoint,
  actor_id: number,
  key: string,
  input: unknown,
  token: string,
): RepeatableCall {
  const text = JSON.stringify(input);
  const callKey = { actor_id, path: endpoint.path, key };
  if (!endpoint.secret) {
    return {
      ...callKey,
      request_hash: createHash('sha256').update(text).digest('base64url'),
      toSavedResponse: (response) => response,
    };
  }
  return {
    ...callKey,
    request_hash: createHmac('sha256', token).update(`${key} ${endpoint.path} ${text}`).digest('base64url'),
    toSavedResponse: (response) => JSON.stringify(removeSecrets(endpoint.output, JSON.parse(response))),
  };
}

/** Returns true if this request already has a response. Called where a repeat would fail now, for example by a lock. */
export async function isRepeated(
  db: Database,
  call: Pick<RepeatableCall, 'actor_id' | 'path' | 'key'>,
  now: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency')
    .select('key')
    .where('actor_id', '=', call.actor_id)
    .where('path', '=', call.path)
    .where('key', '=', call.key)
    .where('created_at', '>', addMs(now, -KEY_RETENTION_MS))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims the key in the request's transaction, and returns null for a new key. A second request waits and gets the
 * first response, or runs after a failure.
 */
export async function claimKey(ctx: Ctx, call: RepeatableCall): Promise<string | null> {
  const { actor_id, path, key, request_hash } = call;
  const claimed = await sql`
    insert into idempotency as i (actor_id, path, key, request_hash, created_at)
    values (${actor_id}, ${path}, ${key}, ${request_hash}, ${ctx.now})
    on conflict (actor_id, path, key) do update
      set request_hash = excluded.request_hash, response = null, created_at = excluded.created_at
      where i.created_at <= ${addMs(ctx.now, -KEY_RETENTION_MS)}
    returning 1`.execute(ctx.db);
  if (claimed.rows.length > 0) return null;
  const first = await ctx.db
    .selectFrom('idempotency')
    .select(['request_hash', 'response'])
    .where('actor_id', '=', actor_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first?.request_hash !== request_hash || first.response === null) throw fail('idempotency_mismatch');
  return first.response;
}

/** Stores the response of a successful request, in the transaction of its changes. */
export async function saveResponse(ctx: Ctx, call: RepeatableCall, response: string): Promise<void> {
  await ctx.db
    .updateTable('idempotency')
    .modifyEnd(pipelined)
    .set({ status: 200, response: call.toSavedResponse(response) })
    .where('actor_id', '=', call.actor_id)
    .where('path', '=', call.path)
    .where('key', '=', call.key)
    .execute();
}
