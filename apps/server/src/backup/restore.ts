import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { lockMigrations, makeHistory, takeStep } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import { summing, type Backup, type Manifest } from './archive.ts';
import { quoted, readTables } from './schema.ts';
import { findBroken, type Finding } from './verify.ts';

export interface Restored {
  readonly rows: number;
  /** Migrations that were added after the backup. */
  readonly migrated: readonly string[];
  readonly findings: readonly Finding[];
}

/** Refuses a backup with a schema that this program does not have. */
export function refuseUnknownSchema({ migrations: taken }: Manifest): void {
  if (taken.length > migrations.length)
    throw new StartError(
      `The backup is of a newer Darkroom: it has ${taken.at(-1)?.name}, which this program does not know. Restore it with that one.`,
    );
  taken.forEach(({ name, checksum }, at) => {
    if (migrations[at]?.name !== name || migrations[at].checksum !== checksum)
      throw new StartError(`The backup is of another Darkroom: its ${name} is not this program's.`);
  });
}

/**
 * Restores a backup into an empty database in one transaction: the schema at that time, the rows, later migrations, and
 * the checks. After any failure, even of the machine, the database is still empty.
 */
export async function restore(databaseUrl: string, backup: Backup): Promise<Restored> {
  const { manifest } = backup;
  refuseUnknownSchema(manifest);
  const client = await connectAdmin(databaseUrl);
  try {
    await lockMigrations(client);
    await client.query('begin');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    await refuseOccupied(client);
    await makeHistory(client);
    const then = migrations.slice(0, manifest.migrations.length);
    for (const step of then) await takeStep(client, step);
    await load(client, backup);
    await compareCounts(client, manifest);
    const since = migrations.slice(then.length);
    for (const step of since) await takeStep(client, step);
    const tables = await readTables(client);
    await client.query(`analyze ${quoted(tables.map(({ name }) => name))}`);
    const findings = await findBroken(client);
    await client.query('commit');
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, migrated: since.map(({ name }) => name), findings };
  } finally {
    await client.end();
  }
}

async function refuseOccupied(client: Client): Promise<void> {
  const tables = await readTables(client);
  if (tables.length === 0) return;
  throw new StartError(
    `The database is not empty: it has ${tables.length} tables. A backup goes into an empty database, or a DARKROOM_DATA of its own; nothing was touched.`,
  );
}

/**
 * Loads every table without the triggers, because the rows already contain their work. The order satisfies the foreign
 * keys, which stay active.
 */
async function load(client: Client, { manifest, read }: Backup): Promise<void> {
  const there = await readTables(client);
  const left = manifest.tables.filter(({ name }) => !there.some((table) => table.name === name));
  if (left.length > 0) throw new StartError(`The backup does not fit its own schema: ${left[0]?.name}.`);
  // Rows that the migrations add are deleted first, because the backup has their later state.
  const filled = there.filter(({ name }) => name !== 'schema_migration');
  await client.query(`truncate ${quoted(filled.map(({ name }) => name))}`);
  for (const { name, columns, file, sha256 } of manifest.tables) {
    const table = quoted([name]);
    await client.query(`alter table ${table} disable trigger user`);
    const sum = createHash('sha256');
    const copy = client.query(copyFrom(`copy ${table} (${quoted(columns)}) from stdin`));
    await pipeline(await read(file), summing(sum), copy);
    if (sum.digest('hex') !== sha256) throw new StartError(`${file} of the backup is not what was written.`);
    await client.query(`alter table ${table} enable trigger user`);
  }
  for (const { name, last_value, is_called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted([name]), last_value, is_called]);
}

async function compareCounts(client: Client, manifest: Manifest): Promise<void> {
  for (const { name, rows: wanted } of manifest.tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${quoted([name])}`);
    if (rows[0]?.n !== wanted)
      throw new StartError(`${name} has ${rows[0]?.n} rows where the backup has ${wanted}: nothing was restored.`);
  }
}
