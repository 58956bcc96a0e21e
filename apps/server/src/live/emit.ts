import type { Topic } from '@darkroom/contract/endpoint';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';

/** The channel all server processes listen on. */
export const CHANNEL = 'darkroom_live';

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const IDS_PER_NOTE = 500;

/** What travels between the server processes; browsers get topic and ids only. */
export interface LiveNote {
  topic: Topic;
  ids: number[];
  /** Users who are told whatever they may see now: the task was theirs before, the session is theirs. */
  people?: number[];
  /** The request that changed it: the browser that sent it knows its own by `x-request-id`. */
  by?: string;
}

/**
 * Says what changed, in the change's own transaction: it is delivered once committed, and never when rolled back
 * (style sheet 22: topic and ids, never rows).
 */
export async function emit(
  ctx: { db: Database; request?: { readonly id: string } },
  topic: Topic,
  ids: readonly number[],
  people: readonly number[] = [],
): Promise<void> {
  const unique = [...new Set(ids)];
  const who = [...new Set(people)];
  const by = ctx.request ? { by: ctx.request.id } : {};
  for (let at = 0; at === 0 || at < unique.length; at += IDS_PER_NOTE) {
    const part = unique.slice(at, at + IDS_PER_NOTE);
    const note: LiveNote = { topic, ids: part, ...(who.length ? { people: who } : {}), ...by };
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(note)})`.execute(ctx.db);
  }
}
