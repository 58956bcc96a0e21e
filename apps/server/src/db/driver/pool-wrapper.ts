import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import { isAsText, isPlannedOnce, isPipelined, READ_AS_TEXT } from './statement-marks.ts';
import type { NameOf } from './prepared.ts';

/** Message of the driver for a query without a result in time. */
const NO_ANSWER = /^query read timeout$/i;

/**
 * Returns true if a table was changed under a prepared statement. PostgreSQL then refuses the statement on this
 * connection until it closes.
 */
const isPlanGone = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);

/**
 * Wraps the pool for Kysely: it prepares frequent statements and sends some without waiting (marks.ts). It closes
 * connections with unanswered queries, and repeats the first read of a broken one.
 */
export function wrapPool(pool: Pool, nameOf: NameOf): PostgresPool {
  return {
    connect: async () => wrapClient(pool, await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

/** A broken idle connection fails within this time. A later failure happened during the query. */
const RETRY_WINDOW_MS = 200;
const READS = /^\s*(?:\/\*.*?\*\/\s*)?select\b/i;

/** Connections whose prepared statements currently use one plan for all values. */
const genericPlanClients = new WeakSet<PoolClient>();

/**
 * Changes the planning of a connection if needed, just before the next statement. If the change fails, the next
 * statement fails too.
 */
function setPlanMode(client: PoolClient, once: boolean): void {
  if (once === genericPlanClients.has(client)) return;
  if (once) genericPlanClients.add(client);
  else genericPlanClients.delete(client);
  client.query(`set plan_cache_mode = ${once ? 'force_generic_plan' : 'auto'}`).catch(() => undefined);
}

/**
 * Sends the statements of one turn of the event loop in one packet, because each packet costs as much as a short
 * statement.
 */
function sendTogether({ connection: { stream } }: PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Returns true if the connection failed. False if PostgreSQL refused the statement. */
const isConnectionError = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof DatabaseError) && !NO_ANSWER.test(error.message);

function wrapClient(pool: Pool, first: PoolClient, nameOf: NameOf): PostgresPoolClient {
  let client: PoolClient | null = first;
  /** True until the first query. The first read can be repeated on another connection. */
  let isFresh = true;
  let fatalError: Error | null = null;
  let isInTransaction = false;
  /** Statements that were sent without waiting. Each settles with its error or null. */
  let inFlight: Promise<unknown>[] = [];

  const runQuery = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    if (!client) throw fatalError ?? new Error('The connection was given back.');
    try {
      const name = nameOf(text);
      sendTogether(client);
      // Inside a transaction, a rollback would also undo the setting.
      setPlanMode(client, !isInTransaction && name !== undefined && isPlannedOnce(text));
      const query = {
        ...(name === undefined ? {} : { name }),
        ...(isAsText(text) ? READ_AS_TEXT : {}),
        text,
        values: [...values],
      };
      const { command, rowCount, rows } = await client.query<R & QueryResultRow>(query);
      // The driver types the command as any text. Kysely has types only for the commands that it sends.
      return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (error instanceof Error && (NO_ANSWER.test(error.message) || isPlanGone(error))) fatalError = error;
      throw error;
    }
  };

  const runWithRetry = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    const began = performance.now();
    const canRetry = isFresh && READS.test(text);
    isFresh = false;
    try {
      return await runQuery<R>(text, values);
    } catch (error) {
      if (!canRetry || !isConnectionError(error) || performance.now() - began > RETRY_WINDOW_MS) throw error;
      client?.release(error);
      client = null;
      fatalError = error;
      client = await pool.connect();
      fatalError = null;
      return runQuery<R>(text, values);
    }
  };

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // After a query without a result, the rollback would wait equally long.
    if (fatalError) throw fatalError;
    if (text === 'begin') isInTransaction = true;
    if (isInTransaction && isPipelined(text)) {
      inFlight.push(
        runWithRetry(text, values).then(
          () => null,
          (error: unknown) => error,
        ),
      );
      return { command: 'INSERT', rowCount: 0, rows: [] };
    }
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    const pending = inFlight;
    inFlight = [];
    const response = runWithRetry<R>(text, values);
    if (pending.length === 0) return response;
    const [failures, responseOutcome] = await Promise.all([Promise.all(pending), settle(response)]);
    // The first error is the cause. PostgreSQL refuses the statements after it. A rollback follows an error that was
    // already thrown.
    const failure = text.startsWith('rollback') ? null : failures.find((error) => error !== null);
    if (failure) throw failure;
    return responseOutcome();
  }

  return { query: query as PostgresPoolClient['query'], release: () => client?.release(fatalError ?? undefined) };
}

/** Returns the result or error of a promise, for later use. */
const settle = <T>(response: Promise<T>): Promise<() => T> =>
  response.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
