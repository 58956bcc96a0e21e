import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import { readConfig } from '../config.ts';
import { connectAdmin } from '../db/connect.ts';
import { isAlive } from '../db/embedded-folder.ts';
import { startEmbedded, type Embedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { schemaHash } from '../db/migrations.ts';

/** A PostgreSQL in which tests create their own databases. */
export interface TestServer {
  adminUrl: string;
  template: string;
  /** Address of a pooler in transaction mode, from which the apps read. Null if they connect directly. */
  poolerUrl: string | null;
  stop(): Promise<void>;
}

const MAX_TEMPLATES = 5;
const TEMPLATE_LOCK = 4_000_002;
const PREFIX = 'darkroom_test_';
/** Folder in memory on Linux. */
const MEMORY_FOLDER = '/dev/shm';
const MIN_FREE_MEMORY_BYTES = 4_000_000_000;

/**
 * Starts (or joins) the PostgreSQL for tests and creates a template database with the whole schema. Runs share the
 * template until a migration changes.
 */
export async function startTestServer(): Promise<TestServer> {
  const { databaseUrl, listenDatabaseUrl, dataFolder } = readConfig();
  const embedded = databaseUrl ? undefined : await startTestDatabase(chooseTestFolder(join(dataFolder, 'test')));
  const adminUrl = listenDatabaseUrl ?? databaseUrl ?? embedded?.url('postgres') ?? '';
  const template = `darkroom_template_${schemaHash}`;
  const admin = await connectAdmin(adminUrl);
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (embedded) await dropLeftovers(admin);
    await createTemplate(admin, adminUrl, template);
  } catch (error) {
    await admin.end();
    await embedded?.stop();
    throw error;
  }
  await admin.end();
  return {
    adminUrl,
    template,
    poolerUrl: listenDatabaseUrl && databaseUrl ? databaseUrl : null,
    stop: async () => {
      await embedded?.stop();
    },
  };
}

/**
 * Chooses the data folder in memory for CI, if there is enough memory. Each test file's database has eight hundred
 * small files, which are slow to create on a disk.
 */
function chooseTestFolder(onDisk: string): string {
  if (!process.env.CI || !existsSync(MEMORY_FOLDER)) return onDisk;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize < MIN_FREE_MEMORY_BYTES) return onDisk;
  const mark = createHash('sha256').update(resolve(onDisk)).digest('hex').slice(0, 12);
  return join(MEMORY_FOLDER, `darkroom-test-${mark}`);
}

async function startTestDatabase(dataFolder: string): Promise<Embedded> {
  try {
    return await startEmbedded({ dataFolder, durable: false });
  } catch {
    // Without fsync, the data does not survive a power cut, and none of it is needed later.
    rmSync(join(dataFolder, 'postgres', 'pg18'), { recursive: true, force: true });
    return startEmbedded({ dataFolder, durable: false });
  }
}

async function createTemplate(admin: Client, adminUrl: string, template: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string; datistemplate: boolean }>(
    `select datname, datistemplate from pg_database where datname like 'darkroom\\_template\\_%' order by oid desc`,
  );
  // The template flag is set last, so a template without it is incomplete.
  if (rows.some((row) => row.datname === template && row.datistemplate)) return;
  await admin.query(`drop database if exists ${template} with (force)`);
  await admin.query(`create database ${template} template template0 encoding 'UTF8'`);
  await migrate(getDatabaseUrl(adminUrl, template));
  await admin.query(`alter database ${template} with is_template true allow_connections false`);
  const old = rows.filter((row) => row.datname !== template).slice(MAX_TEMPLATES - 1);
  for (const { datname } of old) {
    await admin.query(`alter database ${datname} with is_template false`);
    await admin.query(`drop database if exists ${datname} with (force)`);
  }
}

async function dropLeftovers(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    `${PREFIX}%`,
  ]);
  for (const { datname } of rows) {
    const maker = Number(datname.slice(PREFIX.length).split('_')[0]);
    if (!isAlive(maker)) await admin.query(`drop database if exists ${datname} with (force)`);
  }
}

/** Copies the template into a new database and returns its address. */
export async function cloneTemplate(server: Pick<TestServer, 'adminUrl' | 'template'>): Promise<string> {
  const name = `${PREFIX}${process.pid}_${randomBytes(5).toString('hex')}`;
  const admin = await connectAdmin(server.adminUrl);
  try {
    // Copying files takes a sixth of the time of logging each page.
    await admin.query(`create database ${name} template ${server.template} strategy file_copy`);
  } finally {
    await admin.end();
  }
  return getDatabaseUrl(server.adminUrl, name);
}

/** Deletes a copy, even with open connections. */
export async function dropClone(adminUrl: string, databaseUrl: string): Promise<void> {
  const admin = await connectAdmin(adminUrl);
  try {
    await admin.query(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  } finally {
    await admin.end();
  }
}

/** Returns the address of another database on the same server. */
export function getDatabaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
