import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { lockMigrations, createMigrationTable, applyStep } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import { createHashStream, type Backup, type Manifest } from './backup-file.ts';
import { quoteNames, readTables } from './schema.ts';
import { runChecks, type Finding } from './verify.ts';

export interface RestoreResult {
  readonly rows: number;
  /** Migrations that were added after the backup. */
  readonly migrated: readonly string[];
  readonly findings: readonly Finding[];
}

/** Refuses a backup with a schema that this program does not have. */
export function rejectUnknownSchema({ migrations: backupMigrations }: Manifest): void {
  if (backupMigrations.length > migrations.length)
    throw new StartError(
      `The backup is of a newer Darkroom: this version does not have the migration ${backupMigrations.at(-1)?.name}. Restore it with that version.`,
    );
  backupMigrations.forEach(({ name, checksum }, index) => {
    if (migrations[index]?.name !== name || migrations[index].checksum !== checksum)
      throw new StartError(`The backup is of another Darkroom: its migration ${name} differs from this version.`);
  });
}

/**
 * Restores a backup into an empty database in one transaction: the schema at that time, the rows, later migrations, and
 * the checks. After any failure, the database is still empty.
 */
export async function restore(databaseUrl: string, backup: Backup): Promise<RestoreResult> {
  const { manifest } = backup;
  rejectUnknownSchema(manifest);
  const client = await connectAdmin(databaseUrl);
  try {
    await lockMigrations(client);
    await client.query('begin');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await rejectNonEmptyDatabase(client);
    await createMigrationTable(client);
    const backupMigrations = migrations.slice(0, manifest.migrations.length);
    for (const step of backupMigrations) await applyStep(client, step);
    await loadTables(client, backup);
    await compareCounts(client, manifest);
    const newMigrations = migrations.slice(backupMigrations.length);
    for (const step of newMigrations) await applyStep(client, step);
    const tables = await readTables(client);
    await client.query(`analyze ${quoteNames(tables.map(({ name }) => name))}`);
    const findings = await runChecks(client);
    await client.query('commit');
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, migrated: newMigrations.map(({ name }) => name), findings };
  } finally {
    await client.end();
  }
}

async function rejectNonEmptyDatabase(client: Client): Promise<void> {
  const tables = await readTables(client);
  if (tables.length === 0) return;
  throw new StartError(
    `The database is not empty: it has ${tables.length} tables. Restore into an empty database or a new DARKROOM_DATA. The database is unchanged.`,
  );
}

/**
 * Loads every table without the triggers, because the rows already contain their work. The order satisfies the foreign
 * keys, which stay active.
 */
async function loadTables(client: Client, { manifest, read }: Backup): Promise<void> {
  const existingTables = await readTables(client);
  const missingTables = manifest.tables.filter(({ name }) => !existingTables.some((table) => table.name === name));
  if (missingTables.length > 0)
    throw new StartError(`The backup does not match its own schema: ${missingTables[0]?.name}.`);
  // Rows that the migrations add are deleted first, because the backup has their later state.
  const dataTables = existingTables.filter(({ name }) => name !== 'schema_migration');
  await client.query(`truncate ${quoteNames(dataTables.map(({ name }) => name))}`);
  for (const { name, columns, file, sha256 } of manifest.tables) {
    const table = quoteNames([name]);
    await client.query(`alter table ${table} disable trigger user`);
    const sum = createHash('sha256');
    const copy = client.query(copyFrom(`copy ${table} (${quoteNames(columns)}) from stdin`));
    await pipeline(await read(file), createHashStream(sum), copy);
    if (sum.digest('hex') !== sha256) throw new StartError(`${file} of the backup was changed: the checksum is wrong.`);
    await client.query(`alter table ${table} enable trigger user`);
  }
  for (const { name, last_value, is_called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoteNames([name]), last_value, is_called]);
}

async function compareCounts(client: Client, manifest: Manifest): Promise<void> {
  for (const { name, rows: expected } of manifest.tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${quoteNames([name])}`);
    if (rows[0]?.n !== expected)
      throw new StartError(`${name} has ${rows[0]?.n} rows, but the backup has ${expected}. Nothing was restored.`);
  }
}
