import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, link, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import { StartError } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { readAppliedSteps, rejectForeignHistory } from '../db/migrate.ts';
import { migrations } from '../db/migrations.ts';
import {
  FORMAT_VERSION,
  MANIFEST_NAME,
  README_NAME,
  SEAL_LENGTH,
  createSealStream,
  createHashStream,
  type Manifest,
} from './backup-file.ts';
import { quoteNames, readSequences, readTables, type DatabaseTable } from './schema.ts';
import { createFolder } from '../make-folder.ts';

/**
 * Tables without a copy: sessions, which a reader of the backup could use, and records of backups, which a restored bureau does not need.
 */
export const EXCLUDED_TABLES: readonly string[] = ['session', 'portal_view', 'rate_limit', 'backup_run'];
/** Time for which a backup waits for a late replica before it reads the primary. */
const MAX_REPLICA_WAIT_MS = 10_000;
/** Written by the migrations themselves. */
const MIGRATION_TABLE = 'schema_migration';
const FILE_NAME = /^darkroom-\d{4}-\d{2}-\d{2}T\d{6}Z\.backup$/;
const README_TEXT = `A backup of Darkroom. Restore it with: npm run restore -- FILE

Each file below tables/ is one table as PostgreSQL's COPY writes it (text format, UTF-8); manifest.json says which columns, how
many rows, and the SHA-256 of each. The comment of this archive is the SHA-256 of everything before it.
`;

export interface BackupResult {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  readonly removed: readonly string[];
}

interface BackupOptions {
  /** Target folder. It is created if it does not exist. */
  folder: string;
  now: Date;
  /** Number of backups to keep in the folder, including the new one. If it is absent, all backups stay. */
  keep?: number | undefined;
  /** Replica to read from, while it has everything that was committed before the start. */
  replicaUrl?: string | null;
}

/**
 * Writes the whole bureau at one instant to a file while people continue working. The file gets its name when it is
 * complete and on the disk.
 */
export async function createBackup(
  databaseUrl: string,
  { folder, now, keep, replicaUrl = null }: BackupOptions,
): Promise<BackupResult> {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '');
  const path = join(folder, `darkroom-${stamp}Z.backup`);
  const unfinished = `${path}.unfinished`;
  try {
    createFolder(folder);
  } catch (error) {
    throw asWriteError(error, folder);
  }
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw makeExistsError(path);
  const client = await connectAdmin(databaseUrl);
  const replica = replicaUrl === null ? null : await connectReplica(client, replicaUrl);
  const source = replica ?? client;
  try {
    const tables = await lockTables(source);
    const rows = await writeArchive(source, tables, unfinished, now);
    // The transaction of the reads has no changes.
    await source.query('commit');
    await renameBackup(unfinished, path, folder);
    const { size } = await stat(path);
    await recordBackup(client, now, size);
    return { path, bytes: size, rows, removed: keep === undefined ? [] : await deleteOldBackups(folder, keep) };
  } catch (error) {
    // The unfinished file of another process stays.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true });
    throw asWriteError(error, folder);
  } finally {
    await Promise.all([client.end(), replica?.end()]);
  }
}

/** Connects to a replica that has everything that was committed until now. Null if it is unreachable or late. */
async function connectReplica(primary: Client, replicaUrl: string): Promise<Client | null> {
  const replica = await connectAdmin(replicaUrl).catch(() => null);
  if (replica === null) return null;
  const { rows } = await primary.query<{ now: string }>('select pg_current_wal_lsn()::text as now');
  for (const until = Date.now() + MAX_REPLICA_WAIT_MS; Date.now() < until; await sleep(200)) {
    const caughtUp = await replica
      .query<{ done: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [rows[0]?.now])
      .catch(() => null);
    if (caughtUp === null) break;
    if (caughtUp.rows[0]?.done) return replica;
  }
  await replica.end().catch(() => undefined);
  return null;
}

/** Records the backup for the metrics. A database of an older schema has no table for the record. */
async function recordBackup(client: Client, now: Date, bytes: number): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('backup_run') is not null as there`);
  if (!rows[0]?.there) return;
  await client.query('insert into backup_run (at, bytes) values ($1, $2) on conflict do nothing', [now, bytes]);
}

/** Converts a full disk or a closed folder to an error of one line without a stack, because the operator can fix it. */
function asWriteError(error: unknown, folder: string): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  const isFileError = syscall !== undefined && ['open', 'write', 'fsync', 'mkdir', 'unlink'].includes(syscall);
  return isFileError
    ? new StartError(`The backup could not be written to ${folder}: ${message}`, { cause: error })
    : error;
}

const makeExistsError = (path: string) => new StartError(`${path} exists already. A backup never replaces a file.`);

/**
 * Begins the transaction for all reads. Locks the structure of the tables before the snapshot is taken, so that no
 * migration runs between the two.
 */
async function lockTables(client: Client): Promise<DatabaseTable[]> {
  const steps = await readAppliedSteps(client);
  if (steps.length === 0) throw new StartError('This is not a database of Darkroom, so there is nothing to back up.');
  rejectForeignHistory(steps, migrations);
  const all = await readTables(client);
  await client.query('begin isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await client.query(`lock table ${quoteNames(all.map(({ name }) => name))} in access share mode`);
  if (JSON.stringify(await readTables(client)) !== JSON.stringify(all))
    throw new StartError('The database was migrated during the backup. Run the backup again.');
  return all.filter(({ name }) => name !== MIGRATION_TABLE && !EXCLUDED_TABLES.includes(name));
}

async function writeArchive(
  client: Client,
  tables: readonly DatabaseTable[],
  file: string,
  now: Date,
): Promise<number> {
  const zip = new ZipFile();
  const body = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => body.destroy(error));
  // Readable only for its owner, because it contains password hashes and salaries. `flush` writes it to the disk before
  // it counts as written.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(body, createSealStream(), target);
  // Awaited below in each step. Until then, a failure must not end the process.
  written.catch(() => undefined);
  zip.addBuffer(Buffer.from(README_TEXT), README_NAME, { mtime: now, compress: false });
  const parts: Manifest['tables'] = [];
  for (const [index, table] of tables.entries()) {
    const part = `tables/${String(index + 1).padStart(2, '0')}-${table.name}.copy`;
    const copy = client.query(copyTo(`copy ${quoteNames([table.name])} (${quoteNames(table.columns)}) to stdout`));
    const sum = createHash('sha256');
    const hashedCopy = createHashStream(sum);
    zip.addReadStream(hashedCopy, part, { mtime: now });
    // On a full disk the stream stops accepting data, so the failed write ends the wait.
    await Promise.race([Promise.all([pipeline(copy, hashedCopy), finished(hashedCopy)]), written]);
    parts.push({ ...table, file: part, rows: copy.rowCount, sha256: sum.digest('hex') });
  }
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    made_at: now.toISOString(),
    postgres: await serverVersion(client),
    migrations: await readAppliedSteps(client),
    tables: parts,
    sequences: await readSequenceValues(client),
    left_out: [...EXCLUDED_TABLES],
  };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), MANIFEST_NAME, { mtime: now });
  zip.end({ forceZip64Format: false, comment: '0'.repeat(SEAL_LENGTH) });
  await written;
  return parts.reduce((sum, { rows }) => sum + rows, 0);
}

async function serverVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}

/**
 * Reads the positions of the sequences. They are outside of transactions, so they are read last and are never behind
 * the rows.
 */
async function readSequenceValues(client: Client): Promise<Manifest['sequences']> {
  const values: Manifest['sequences'] = [];
  for (const { name } of await readSequences(client)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quoteNames([name])}`,
    );
    values.push({ name, ...rows[0]! });
  }
  return values;
}

/** Gives a complete file its name, unless a file has that name. */
async function renameBackup(unfinished: string, path: string, folder: string): Promise<void> {
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? makeExistsError(path)
      : new StartError(`${path} cannot be renamed: ${error.message}. Choose another folder with --to.`);
  });
  await rm(unfinished);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Deletes all but the newest backups of a folder. Files with other names stay. */
async function deleteOldBackups(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep)).map((name) => join(folder, name));
  for (const path of old) await rm(path);
  return old;
}
