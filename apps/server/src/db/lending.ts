import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from 'pg';
import type { NameOf } from './prepared.ts';

/** What the driver says of a query that was not answered in time. */
const MUTE = /^query read timeout$/i;

/** A table was changed under a prepared statement: PostgreSQL refuses it on this connection for good. */
const isPlanGone = (error: Error): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);

/**
 * The pool as Kysely is given it. Statements that come often are prepared; and a connection on which a query went unanswered is
 * thrown away at once instead of being lent again: behind it there may be nobody any more (a partition, a failover).
 */
export function lending(pool: Pool, nameOf: NameOf): PostgresPool {
  return {
    connect: async () => lent(await pool.connect(), nameOf),
    end: () => pool.end(),
  };
}

function lent(client: PoolClient, nameOf: NameOf): PostgresPoolClient {
  let useless: Error | null = null;
  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // The rollback that follows a query without an answer would wait as long again.
    if (useless) throw useless;
    try {
      const name = nameOf(text);
      const query = { ...(name === undefined ? {} : { name }), text, values: [...values] };
      const { command, rowCount, rows } = await client.query<R & QueryResultRow>(query);
      // The driver takes PostgreSQL's word for any text; Kysely knows those it sends.
      return { command: command as PostgresQueryResult<R>['command'], rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (error instanceof Error && (MUTE.test(error.message) || isPlanGone(error))) useless = error;
      throw error;
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release(useless ?? undefined) };
}
