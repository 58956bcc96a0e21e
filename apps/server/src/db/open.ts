import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError, escapeIdentifier, type Client } from 'pg';
import { StartError, type Config, type RunningConfig } from '../config.ts';
import { connect, connectAdmin, type Database } from './connect.ts';
import { holdsDatabase } from './embedded-folder.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { asDatabaseError } from './start-error.ts';

export interface OpenDatabase {
  /** The configuration with the address of the database. */
  config: RunningConfig;
  db: Database;
  /** Closes the pool, and stops the embedded PostgreSQL if there is one. */
  close(): Promise<void>;
}

interface OpenOptions {
  log: (message: string) => void;
  statementLimitMs?: number;
  /** True for commands that need an existing database. A missing embedded one is not created. */
  existing?: boolean;
}

const DATABASE_NAME = 'darkroom';
const MAX_WAIT_MS = 15_000;
const SEED_LOCK = 4_000_003;
const SEEDING_COMMENT = 'data is being made';

/** Opens the configured or the embedded database, and migrates it to this program's schema. */
export async function openDatabase(
  config: Config,
  { log, statementLimitMs, existing }: OpenOptions,
): Promise<OpenDatabase> {
  const { databaseUrl, directUrl, stop } = await reachDatabase(config, { log, existing });
  try {
    await migrate(directUrl, { log });
  } catch (error) {
    await stop();
    throw asDatabaseError(error, describeDatabase(config));
  }
  const db = connect({
    databaseUrl,
    dbPool: config.dbPool,
    prepare: config.dbPrepare,
    statementLimitMs,
    onError: (error) => log(`database: an idle connection was lost (${error.message})`),
  });
  const close = async () => {
    await db.destroy();
    await stop();
  };
  return { config: { ...config, databaseUrl }, db, close };
}

/** Returns the name of the database for messages, without its address, which can contain secrets. */
export const describeDatabase = ({ databaseUrl, dataFolder }: Config): string =>
  databaseUrl ? 'the database that DATABASE_URL names' : `the database in ${dataFolder}`;

/**
 * Makes sure that a database responds, with any content. Migrations and commands use `directUrl`, because a pooler in
 * transaction mode does not keep the locks and temporary tables of a session.
 */
export async function reachDatabase(
  config: Config,
  { log, existing = false }: OpenOptions,
): Promise<{ databaseUrl: string; directUrl: string; stop: () => Promise<unknown> }> {
  const { databaseUrl, listenDatabaseUrl } = config;
  if (databaseUrl) {
    await waitForServer(databaseUrl, log);
    return { databaseUrl, directUrl: listenDatabaseUrl ?? databaseUrl, stop: () => Promise.resolve() };
  }
  if (existing && !holdsDatabase(config.dataFolder))
    throw new StartError(
      `There is no database in ${config.dataFolder}, and DATABASE_URL is not set: set DATABASE_URL or ` +
        'DARKROOM_DATA to the value that the server has.',
    );
  const embedded = await startEmbedded({
    dataFolder: config.dataFolder,
    log: (message) => log(`database: ${message}`),
  });
  try {
    await createDatabase(embedded.url('postgres'));
  } catch (error) {
    await embedded.stop();
    throw asDatabaseError(error, describeDatabase(config));
  }
  const url = embedded.url(DATABASE_NAME);
  return { databaseUrl: url, directUrl: url, stop: embedded.stop };
}

// Composed services start together, and the database can need a moment longer.
async function waitForServer(databaseUrl: string, log: (message: string) => void): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let hasLogged = false; ; hasLogged = true) {
    try {
      const client = await connectAdmin(databaseUrl);
      try {
        return await rejectMissingSchema(client);
      } finally {
        await client.end();
      }
    } catch (error) {
      if (error instanceof StartError) throw error;
      const code = (error as NodeJS.ErrnoException).code ?? '';
      // Refused, not found and starting up are temporary. A wrong password is not.
      const isTransient = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', '57P03'].includes(code);
      if (!isTransient || performance.now() > deadline) {
        const reason = error instanceof Error ? error.message || code : String(error);
        throw new StartError(
          `The database that DATABASE_URL names cannot be used: ${reason}. Start it, or fix the address.`,
          { cause: error },
        );
      }
      if (!hasLogged) log('waiting for the database that DATABASE_URL names');
      await sleep(500);
    }
  }
}

/** Refuses a database without a current schema, because tables are created, read and copied in it. */
async function rejectMissingSchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; path: string; there: boolean }>(
    `select current_database() as name, current_setting('search_path') as path, current_schema() is not null as there`,
  );
  if (!rows[0] || rows[0].there) return;
  const { name, path } = rows[0];
  throw new StartError(
    `The database that DATABASE_URL names has no schema to work in: its search_path (${path}) names no schema that exists and that ` +
      `this account can use. Reset it (alter database ${escapeIdentifier(name)} reset search_path), or create the schema.`,
  );
}

async function createDatabase(adminUrl: string): Promise<void> {
  const admin = await connectAdmin(adminUrl);
  try {
    await admin.query(`create database ${DATABASE_NAME}`);
  } catch (error) {
    // The database exists, or another process is creating it at the same time.
    const exists = error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? '');
    if (!exists) throw error;
  } finally {
    await admin.end();
  }
}

/** Returns true if the database has no accounts, so that a seed cannot overwrite anything. */
export async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select not exists (select from user_account) as empty`.execute(db);
  return rows[0]?.empty === true;
}

/**
 * Runs `seed` on an empty database, once for all processes that start together, and again after an interruption.
 * Returns true if it ran.
 */
export async function seedWhenEmpty(open: OpenDatabase, seed: () => Promise<void>): Promise<boolean> {
  const databaseUrl = open.config.listenDatabaseUrl ?? open.config.databaseUrl;
  const admin = await connectAdmin(databaseUrl);
  try {
    await admin.query('select pg_advisory_lock($1)', [SEED_LOCK]);
    const { rows } = await admin.query<{ cut_short: boolean }>(
      `select obj_description('schema_migration'::regclass) is not distinct from $1 as cut_short`,
      [SEEDING_COMMENT],
    );
    if (rows[0]?.cut_short) await resetDatabase(databaseUrl);
    else if (!(await isEmpty(open.db))) return false;
    await admin.query(`comment on table schema_migration is '${SEEDING_COMMENT}'`);
    await seed();
    await admin.query('comment on table schema_migration is null');
    return true;
  } finally {
    await admin.end();
  }
}

/** Deletes everything in the schema that the search path names, and creates Darkroom's schema again. */
export async function resetDatabase(databaseUrl: string): Promise<void> {
  const admin = await connectAdmin(databaseUrl);
  try {
    await admin.query(
      `do $$ begin execute format('drop schema %1$I cascade; create schema %1$I', current_schema()); end $$`,
    );
  } finally {
    await admin.end();
  }
  await migrate(databaseUrl);
}
