import { spawn } from 'node:child_process';
import { closeSync, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findBinaries } from './embedded-binaries.ts';
import {
  bareEnvironment,
  initDatabase,
  postmasterPid,
  prepareFolder,
  removeStaleLocks,
  SOCKET_PORT,
  type DatabaseFolder,
} from './embedded-folder.ts';
import { asStartError, splitLogLines } from './start-error.ts';
import { createFolder } from '../make-folder.ts';

export interface EmbeddedOptions {
  dataFolder: string;
  /** False for temporary data. PostgreSQL then runs without fsync, because the data is not needed after a power cut. */
  durable?: boolean;
  log?: (message: string) => void;
}

export interface Embedded {
  /** Returns the connection string of one of its databases, which need not exist. */
  url(database: string): string;
  /** Returns the process id of the postmaster while it runs. */
  pid(): number | undefined;
  /** Stops PostgreSQL cleanly, unless another server process uses it. Returns true if it was stopped. */
  stop(): Promise<boolean>;
}

// Any fixed number for the lock, which counts the server processes that use this PostgreSQL.
const HOLD_LOCK = 4_000_018;
const MAX_START_MS = 120_000;
const MAX_STOP_MS = 60_000;
/** Number of crashes before the first connection after which the start is given up. */
const MAX_CRASHES = 5;
/** Time after which a refused connection counts as permanent. */
const REFUSED_MS = 1500;
const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts the embedded PostgreSQL, or joins the one of this folder that a killed server left running. Starts PostgreSQL
 * again after it was killed.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startPostgres(options);
  } catch (error) {
    throw asStartError(error, options.dataFolder);
  }
}

async function startPostgres(options: EmbeddedOptions): Promise<Embedded> {
  const { durable = true, log = () => undefined } = options;
  createFolder(options.dataFolder);
  const folder = prepareFolder(options.dataFolder);
  // Logged, so that an operator finds it for a copy or its size.
  if (folder.elsewhere)
    log(`the data is kept in ${dirname(folder.pgdata)}: PostgreSQL’s account cannot reach ${options.dataFolder}`);
  const binaries = findBinaries(folder.user, options.dataFolder);
  if (await initDatabase(folder, binaries, durable)) log('created a new database');

  let stopping = false;
  let restarting: Promise<void> | undefined;
  let holder = await hold();

  async function hold(): Promise<Client> {
    const client = await connectOrStart(folder, binaries, durable);
    client.on('error', () => undefined);
    client.once('end', () => {
      if (!stopping) restarting = restart();
    });
    return client;
  }

  async function restart(): Promise<void> {
    while (!stopping) {
      log('PostgreSQL stopped unexpectedly. Starting it again');
      try {
        holder = await hold();
        log('PostgreSQL is running again');
        return;
      } catch (error) {
        log(`PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(2000);
      }
    }
  }

  return {
    url: (database) => {
      const query = new URLSearchParams({ host: folder.socketFolder, port: String(SOCKET_PORT) });
      return `postgresql://darkroom@localhost/${encodeURIComponent(database)}?${query.toString()}`;
    },
    pid: () => postmasterPid(folder.pgdata),
    stop: async () => {
      stopping = true;
      await restarting;
      const last = await releaseHold(holder);
      if (last) await stopPostmaster(folder.pgdata);
      else log('another process still uses PostgreSQL, so it keeps running');
      await holder.end().catch(() => undefined);
      return last;
    },
  };
}

// The last process stops PostgreSQL. Each process releases its shared lock first, so that of two leaving processes one
// gets the exclusive lock.
async function releaseHold(holder: Client): Promise<boolean> {
  try {
    await holder.query('select pg_advisory_unlock_shared($1)', [HOLD_LOCK]);
    const { rows } = await holder.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [HOLD_LOCK]);
    return rows[0]?.last ?? false;
  } catch {
    // Without a connection, PostgreSQL is stopped or stopping. This process then stops what is left.
    return true;
  }
}

async function stopPostmaster(pgdata: string, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  const pid = postmasterPid(pgdata);
  if (!pid) return;
  // SIGINT is the fast shutdown: running transactions are rolled back, and committed data is written.
  process.kill(pid, signal);
  const deadline = performance.now() + MAX_STOP_MS;
  while (postmasterPid(pgdata) === pid) {
    if (performance.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await sleep(20);
  }
}

/** Connects as holder of the lock. Until PostgreSQL responds, makes sure that a postmaster is starting. */
async function connectOrStart(folder: DatabaseFolder, binaries: string, durable: boolean): Promise<Client> {
  const deadline = performance.now() + MAX_START_MS;
  let attempt: Attempt | undefined;
  let refusedSince: number | undefined;
  for (;;) {
    const response = await connectHolder(folder);
    if (response instanceof Client) return response;

    // PostgreSQL runs but cannot read files that it needs for a connection. Waiting does not help.
    refusedSince = isRefusal(response) ? (refusedSince ?? performance.now()) : undefined;
    const refused = refusedSince !== undefined && performance.now() - refusedSince > REFUSED_MS;
    const failReason = refused ? response.message : attempt?.findCrashReason();
    if (failReason) {
      // A crashing PostgreSQL does not react to a gentler signal, and no data was written.
      if (attempt) await stopPostmaster(folder.pgdata, 'SIGQUIT');
      throw new Error(`PostgreSQL refuses connections: ${failReason}`);
    }

    if (attempt?.ended) {
      const report = attempt.report();
      // Temporary errors: another process starts or stops its postmaster, or children of a killed postmaster are
      // ending.
      const isTransient =
        /lock file .* already exists|is still in use|already in use|received \w+ shutdown request/.test(report);
      if (!isTransient) throw new Error(`PostgreSQL ended at once. The end of ${folder.logFile}:\n${report}`);
      attempt = undefined;
      await sleep(200);
    }
    if (performance.now() > deadline) {
      const last = response.code ?? response.message;
      throw new Error(`PostgreSQL did not answer within ${MAX_START_MS / 1000} s (${last}); see ${folder.logFile}`);
    }
    const isNotRunning = response.code === 'ENOENT' || response.code === 'ECONNREFUSED';
    if (isNotRunning && !attempt && !postmasterPid(folder.pgdata)) {
      removeStaleLocks(folder);
      attempt = spawnPostmaster(folder, binaries, durable);
    }
    await sleep(25);
  }
}

/**
 * Returns true if PostgreSQL refused for a permanent reason. The classes 57 and 53 (starting, stopping, full) are
 * temporary.
 */
const isRefusal = (error: NodeJS.ErrnoException): boolean =>
  error instanceof DatabaseError && !/^(57|53|08)/.test(error.code ?? '');

async function connectHolder(folder: DatabaseFolder): Promise<Client | NodeJS.ErrnoException> {
  const client = new Client({
    host: folder.socketFolder,
    port: SOCKET_PORT,
    user: 'darkroom',
    database: 'postgres',
    application_name: 'darkroom holder',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Waits while another process stops PostgreSQL. The connection then ends, and PostgreSQL is started again.
    await client.query('select pg_advisory_lock_shared($1)', [HOLD_LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A started postmaster and its output. */
interface Attempt {
  ended: boolean;
  report: () => string;
  /** Returns the cause of repeated crashes, after several of them. */
  findCrashReason: () => string | undefined;
}

function spawnPostmaster(folder: DatabaseFolder, binaries: string, durable: boolean): Attempt {
  const { user } = folder;
  const output = openSync(folder.logFile, 'a', 0o600);
  if (fstatSync(output).size > MAX_LOG_BYTES) ftruncateSync(output);
  if (user) fchownSync(output, user.uid, user.gid);
  const start = fstatSync(output).size;
  const options = { ...createSettings(durable), unix_socket_directories: folder.socketFolder };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', folder.pgdata, ...args], {
    ...user,
    cwd: '/',
    env: bareEnvironment(),
    // A separate session, so that Ctrl-C in the terminal reaches only the server, which stops PostgreSQL last.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const readNewLines = () => splitLogLines(readFileSync(folder.logFile).subarray(start).toString());
  const attempt = {
    ended: false,
    report: () => readNewLines().slice(-5).join('\n'),
    findCrashReason: () => {
      const lines = readNewLines();
      if (lines.filter((line) => line.includes('all server processes terminated; reinitializing')).length < MAX_CRASHES)
        return undefined;
      return lines.findLast((line) => /(FATAL|PANIC): {2}/.test(line)) ?? lines.at(-1);
    },
  };
  child.once('exit', () => (attempt.ended = true));
  child.once('error', () => (attempt.ended = true));
  return attempt;
}

function createSettings(durable: boolean): Record<string, string | number> {
  const megabytes = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);
  const shareOfMemory = (part: number, min: number, max: number) =>
    Math.round(Math.min(max, Math.max(min, megabytes * part)));
  return {
    listen_addresses: '',
    port: SOCKET_PORT,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${durable ? shareOfMemory(1 / 8, 64, 3072) : shareOfMemory(1 / 32, 32, 256)}MB`,
    effective_cache_size: `${shareOfMemory(1 / 2, 256, 16_384)}MB`,
    maintenance_work_mem: `${shareOfMemory(1 / 64, 32, 512)}MB`,
    work_mem: '16MB',
    // The lists are short reads of an index. Compiling or parallel processes cost more than they save.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    random_page_cost: 1.1,
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Values of rows are personal data and do not belong in a log file.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
}
