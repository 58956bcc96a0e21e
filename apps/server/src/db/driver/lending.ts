import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isAsText, isPlannedOnce, isSentAhead, READ_AS_TEXT } from './marks.ts';
import type { NameOf } from './prepared.ts';

/** Message of the driver for a query without an answer in time. */
const MUTE = /^query read timeout$/i;

/**
 * True if a table was changed under a prepared statement. PostgreSQL then refuses the statement on this connection
 * until it closes.
 */
const isPlanGone = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);

/**
 * Pool for Kysely, with prepared frequent statements and statements that are sent without waiting (marks.ts). A connection with an
 * unanswered query is closed at once, and the first read on a broken idle connection is repeated on another.
 */
export function lending(pool: Pool, nameOf: NameOf): PostgresPool {
  return {
    connect: async () => lent(pool, await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

/** A broken idle connection fails within this time. A later failure happened during the query. */
const BROKE_BEFORE_MS = 200;
const READS = /^\s*(?:\/\*.*?\*\/\s*)?select\b/i;

/** Connections whose prepared statements currently use one plan for all values. */
const byOnePlan = new WeakSet<PoolClient>();

/**
 * Changes the planning of a connection if needed, just before the next statement. If this fails, the next statement
 * fails too.
 */
function tellHow(client: PoolClient, once: boolean): void {
  if (once === byOnePlan.has(client)) return;
  if (once) byOnePlan.add(client);
  else byOnePlan.delete(client);
  client.query(`set plan_cache_mode = ${once ? 'force_generic_plan' : 'auto'}`).catch(() => undefined);
}

/** True if the connection failed, and not if PostgreSQL refused. */
const isLine = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof DatabaseError) && !MUTE.test(error.message);

function lent(pool: Pool, first: PoolClient, nameOf: NameOf): PostgresPoolClient {
  let client: PoolClient | null = first;
  /** True until the first query. The first read can be repeated on another connection. */
  let fresh = true;
  let useless: Error | null = null;
  let within = false;
  /** Statements that were sent without waiting. Each settles with its error or null. */
  let ahead: Promise<unknown>[] = [];

  const ask = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    if (!client) throw useless ?? new Error('The connection was given back.');
    try {
      const name = nameOf(text);
      // Inside a transaction, a rollback would also undo this setting.
      tellHow(client, !within && name !== undefined && isPlannedOnce(text));
      const query = {
        ...(name === undefined ? {} : { name }),
        ...(isAsText(text) ? READ_AS_TEXT : {}),
        text,
        values: [...values],
      };
      const { command, rowCount, rows } = await client.query<R & QueryResultRow>(query);
      // The driver types the command as any text. Kysely has types only for those it sends.
      return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (error instanceof Error && (MUTE.test(error.message) || isPlanGone(error))) useless = error;
      throw error;
    }
  };

  const send = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    const began = performance.now();
    const again = fresh && READS.test(text);
    fresh = false;
    try {
      return await ask<R>(text, values);
    } catch (error) {
      if (!again || !isLine(error) || performance.now() - began > BROKE_BEFORE_MS) throw error;
      client?.release(error);
      client = null;
      useless = error;
      client = await pool.connect();
      useless = null;
      return ask<R>(text, values);
    }
  };

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // After an unanswered query, the rollback would wait equally long.
    if (useless) throw useless;
    if (text === 'begin') within = true;
    if (within && isSentAhead(text)) {
      ahead.push(
        send(text, values).then(
          () => null,
          (error: unknown) => error,
        ),
      );
      return { command: 'INSERT', rowCount: 0, rows: [] };
    }
    if (text === 'commit' || text === 'rollback') within = false;
    const before = ahead;
    ahead = [];
    const answer = send<R>(text, values);
    if (before.length === 0) return answer;
    const [failures, own] = await Promise.all([Promise.all(before), outcomeOf(answer)]);
    // The first error is the cause, because later statements were refused after it. A rollback follows an error that
    // was already thrown.
    const failure = text === 'rollback' ? null : failures.find((error) => error !== null);
    if (failure) throw failure;
    return own();
  }

  return { query: query as PostgresPoolClient['query'], release: () => client?.release(useless ?? undefined) };
}

/** Result or error of a promise, for later use. */
const outcomeOf = <T>(answer: Promise<T>): Promise<() => T> =>
  answer.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
