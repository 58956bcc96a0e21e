import { DatabaseError, type Client } from 'pg';
import { StartError } from '../config.ts';
import { connectAdmin } from './connect.ts';
import { migrations as known, type Migration } from './migrations.ts';

export interface MigrateOptions {
  log?: (message: string) => void;
  migrations?: readonly Migration[];
}

// Any fixed number for the lock. Its holder migrates, and the others wait and then find nothing to do.
const MIGRATION_LOCK = 4_000_001;
const MIN_POSTGRES = 150_000;

/** Migrates the database to this program's schema, each migration completely or not at all. Returns the new names. */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = known, log = () => undefined } = options;
  const client = await connectAdmin(databaseUrl);
  try {
    await lockMigrations(client);
    const applied = await readAppliedSteps(client);
    rejectForeignHistory(applied, migrations);
    if (applied.length === 0) await rejectForeignTables(client);
    await createMigrationTable(client);
    const pending = migrations.slice(applied.length);
    for (const migration of pending) {
      await applyInTransaction(client, migration);
      log(`migrated ${migration.name}`);
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Refuses a PostgreSQL that is not suitable, and prevents other migrations until the connection ends. */
export async function lockMigrations(client: Client): Promise<void> {
  await rejectUnfitServer(client);
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

export async function createMigrationTable(client: Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migration (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
}

interface ServerFacts {
  number: number;
  version: string;
  encoding: string;
  folded: string;
  icu: boolean;
}

async function rejectUnfitServer(client: Client): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, lower(chr(case when current_setting('server_encoding') = 'UTF8' then 272 else 63 end)) as folded,
      exists (select from pg_collation where collprovider = 'i') as icu`,
  );
  const server = rows[0];
  if (!server) return;
  if (server.number < MIN_POSTGRES) {
    throw new StartError(`The database is PostgreSQL ${server.version}, but 15 or newer is needed`);
  }
  if (server.encoding !== 'UTF8' || server.folded !== 'đ') {
    throw new StartError(
      "The database cannot hold or compare Vietnamese names. Create it with: create database … template template0 encoding 'UTF8' locale 'C.UTF-8'",
    );
  }
  if (!server.icu) {
    throw new StartError('The database was built without ICU, which Darkroom needs to sort Vietnamese names');
  }
}

/** An applied migration, as it is stored in the database. */
export interface AppliedStep {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

/** Reads the migrations of a database. Returns none if it is not a database of Darkroom. */
export async function readAppliedSteps(client: Client): Promise<AppliedStep[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass(format('%I.schema_migration', current_schema())) is not null as there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<AppliedStep>(
    'select number, name, checksum from schema_migration order by number',
  );
  return rows;
}

/** Refuses a database with tables of another program. They would mix with Darkroom's or fail at an equal name. */
async function rejectForeignTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and c.relname <> 'schema_migration'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname limit 4`);
  if (rows.length === 0) return;
  const names = rows.map(({ name }, index) => (index < 3 ? name : '…')).join(', ');
  throw new StartError(
    `The database has tables that are not Darkroom's (${names}) and was not changed. Set DATABASE_URL to an empty database ` +
      "(create database … template template0 encoding 'UTF8').",
  );
}

/** Refuses a database whose migrations are not the first ones of this program. */
export function rejectForeignHistory(
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
  migrations: readonly Migration[],
): void {
  applied.forEach((step, index) => {
    const expected = migrations[index];
    if (!expected) {
      throw new StartError(
        `The database is newer than this program: it already has ${step.name}. Run the newer program.`,
      );
    }
    if (expected.name !== step.name || expected.checksum !== step.checksum) {
      throw new StartError(
        `Migration ${step.name} was changed after it ran on this database. Migrations only go forward: undo the change and ` +
          'add a new one (npm run db:new). To empty a test database, run npm run db:reset.',
      );
    }
  });
}

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await applyStep(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Runs one migration in the transaction of the connection. After a failure that transaction must be rolled back. */
export async function applyStep(client: Client, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
  } catch (error) {
    throw new StartError(`Migration ${name} failed: ${formatSqlError(error, sql)}`, { cause: error });
  }
}

function formatSqlError(error: unknown, sql: string): string {
  if (!(error instanceof DatabaseError)) return String(error);
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : '';
  return [error.message + line, error.detail, error.hint].filter(Boolean).join('; ');
}
