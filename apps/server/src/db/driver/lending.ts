import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isAsText, isPlannedOnce, isSentAhead, READ_AS_TEXT } from './marks.ts';
import type { NameOf } from './prepared.ts';

/** What the driver says of a query that was not answered in time. */
const MUTE = /^query read timeout$/i;

/** A table was changed under a prepared statement: PostgreSQL refuses it on this connection for good. */
const isPlanGone = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);

/**
 * The pool as Kysely is given it. Statements that come often are prepared; those whose answer nobody reads are sent without waiting
 * (marks.ts), which takes connections that pipeline; and a connection on which a query went unanswered is
 * thrown away at once instead of being lent again: behind it there may be nobody any more (a partition, a failover). What is read first
 * on one that broke while it was idle is read on another.
 */
export function lending(pool: Pool, nameOf: NameOf): PostgresPool {
  return {
    connect: async () => lent(pool, await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

/** A connection that broke while it was idle says so the moment it is used; what takes longer broke under the work. */
const BROKE_BEFORE_MS = 200;
const READS = /^\s*(?:\/\*.*?\*\/\s*)?select\b/i;

/** Connections on which what is prepared is run by one plan for all values, until they are told otherwise. */
const byOnePlan = new WeakSet<PoolClient>();

/** Tells a connection how what follows is planned, where that changes: right ahead of it. If that fails, so does what follows. */
function tellHow(client: PoolClient, once: boolean): void {
  if (once === byOnePlan.has(client)) return;
  if (once) byOnePlan.add(client);
  else byOnePlan.delete(client);
  client.query(`set plan_cache_mode = ${once ? 'force_generic_plan' : 'auto'}`).catch(() => undefined);
}

/** Whether it is the line that failed, not PostgreSQL that refused. */
const isLine = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof DatabaseError) && !MUTE.test(error.message);

function lent(pool: Pool, first: PoolClient, nameOf: NameOf): PostgresPoolClient {
  let client: PoolClient | null = first;
  /** Nothing was asked on it yet: what is read first may as well be read on another. */
  let fresh = true;
  let useless: Error | null = null;
  let within = false;
  /** Sent, and not waited for yet: each settles to what it failed at. */
  let ahead: Promise<unknown>[] = [];

  const ask = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    if (!client) throw useless ?? new Error('The connection was given back.');
    try {
      const name = nameOf(text);
      // What is set within a transaction goes with it.
      tellHow(client, !within && name !== undefined && isPlannedOnce(text));
      const query = {
        ...(name === undefined ? {} : { name }),
        ...(isAsText(text) ? READ_AS_TEXT : {}),
        text,
        values: [...values],
      };
      const { command, rowCount, rows } = await client.query<R & QueryResultRow>(query);
      // The driver takes PostgreSQL's word for any text; Kysely knows those it sends.
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
    // The rollback that follows a query without an answer would wait as long again.
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
    // The first is the cause: all that came after it was refused because of it. A rollback follows upon what was thrown already.
    const failure = text === 'rollback' ? null : failures.find((error) => error !== null);
    if (failure) throw failure;
    return own();
  }

  return { query: query as PostgresPoolClient['query'], release: () => client?.release(useless ?? undefined) };
}

/** How something ended, to be taken up later: what it answered, or what it threw. */
const outcomeOf = <T>(answer: Promise<T>): Promise<() => T> =>
  answer.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
