import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPostgresAccount } from './cluster.mjs';

const PORT = 6432;
/** Settings of the role, because PgBouncer ignores those of a connection (docs/production.md). */
const ROLE_SETTINGS = [
  "statement_timeout = '30s'",
  "idle_in_transaction_session_timeout = '30s'",
  "lock_timeout = '5s'",
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  "timezone = 'UTC'",
  "datestyle = 'ISO'",
  "intervalstyle = 'iso_8601'",
];

/** True if PgBouncer is installed. */
export const hasPooler = () => spawnSync('pgbouncer', ['--version'], { env: ENV }).status === 0;

const ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL, with the settings of docs/production.md. `databaseUrl`
 * leads through it, to any database of the same name.
 */
export async function startPooler(folder, cluster) {
  const account = getPostgresAccount();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account.uid) chownSync(folder, account.uid, account.gid);
  for (const setting of ROLE_SETTINGS) await cluster.query(`alter role darkroom set ${setting}`);
  const file = join(folder, 'pgbouncer.ini');
  const settings = {
    listen_addr: '',
    listen_port: PORT,
    unix_socket_dir: folder,
    logfile: join(folder, 'pgbouncer.log'),
    auth_type: 'any',
    pool_mode: 'transaction',
    max_client_conn: 2000,
    default_pool_size: 20,
    ignore_startup_parameters:
      'extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    file,
    `[databases]\n* = host=${cluster.socketFolder} port=5432 user=darkroom\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const child = spawn('pgbouncer', ['-q', file], {
    ...account,
    cwd: folder,
    env: ENV,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    databaseUrl: `postgresql://darkroom@localhost/postgres?host=${encodeURIComponent(folder)}&port=${PORT}`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
