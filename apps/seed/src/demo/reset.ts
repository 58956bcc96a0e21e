import type { Client } from 'pg';
import { StartError, type Config } from '@darkroom/server/config';
import { connectAdmin } from '@darkroom/server/db/connect';
import { listDemoUsernames } from './demo.ts';

const MAX_LISTED = 3;

/** Refuses to empty a bureau in production, before any connection is made. */
export function rejectProduction({ production }: Pick<Config, 'production'>): void {
  if (!production) return;
  throw new StartError(
    'db:reset deletes everything and therefore refuses to run with NODE_ENV=production. Use a new database for a new bureau.',
  );
}

/**
 * Refuses to empty a database that someone may need (decision 115). Without its name as confirmation, it must be an
 * embedded database with only demo accounts.
 */
export async function rejectUnconfirmed(
  databaseUrl: string,
  { external, named }: { external: boolean; named: string | undefined },
): Promise<void> {
  const client = await connectAdmin(databaseUrl);
  try {
    await rejectDatabaseInUse(client);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name ?? '';
    if (named === name) return;
    if (named !== undefined)
      throw new StartError(`The database is ${name}, not ${named}. The database is unchanged. Check DATABASE_URL.`);
    const others = await findOtherAccounts(client);
    if (!external && others.length === 0) return;
    const first = others.slice(0, MAX_LISTED).join(', ') + (others.length > MAX_LISTED ? ', …' : '');
    throw new StartError(
      `This deletes everything in the database ${name}${others.length > 0 ? `, which is not only a demo bureau (${others.length} more accounts: ${first})` : ''}. ` +
        `To confirm: npm run db:reset -- --yes ${name}`,
    );
  } finally {
    await client.end();
  }
}

/** Refuses when another program is connected, because it would lose its data. A running server is always connected. */
async function rejectDatabaseInUse(client: Client): Promise<void> {
  // Connections without a user are PostgreSQL's own maintenance.
  const { rows } = await client.query<{ program: string; n: number }>(`
    select coalesce(nullif(application_name, ''), 'a program') as program, count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
     group by 1 order by 2 desc`);
  if (rows.length === 0) return;
  const who = rows.map(({ program, n }) => (n > 1 ? `${program} (${n} times)` : program)).join(', ');
  throw new StartError(`The database is in use by ${who} and was not changed. Stop that first.`);
}

async function findOtherAccounts(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass(format('%I.user_account', current_schema())) is not null as there`,
  );
  if (!found[0]?.there) return [];
  const demo = listDemoUsernames();
  const { rows } = await client.query<{ username: string }>('select username from user_account order by id');
  return rows.map(({ username }) => username).filter((username) => !demo.has(username));
}
