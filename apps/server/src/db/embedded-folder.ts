import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../config.ts';
import { canReach, chooseRunUser, createSharedFolder, SHARED_FOLDER, type RunUser } from './embedded-binaries.ts';
import { createFolder } from '../make-folder.ts';

/** Paths of an embedded database, and its owner. */
export interface DatabaseFolder {
  /** PostgreSQL's data directory, named by its major version, because another major version cannot read it. */
  pgdata: string;
  socketFolder: string;
  logFile: string;
  user: RunUser | undefined;
  /** True if the directory is outside of the data folder, which then has a link to it. */
  elsewhere: boolean;
}

const POSTGRES_MAJOR = '18';
// sun_path has 108 bytes on Linux and 104 on macOS, including the final zero.
const MAX_SOCKET_PATH = 103;
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/**
 * Prepares `<dataFolder>/postgres` for the account of PostgreSQL. As root in a checkout that this account cannot reach,
 * the folder is a link to one in /var/lib.
 */
export function prepareFolder(dataFolder: string): DatabaseFolder {
  const base = join(dataFolder, 'postgres');
  rejectCopiedLink(base);
  const { folder, user } = claimBase(base);
  const elsewhere = isLink(base);
  if (elsewhere) writeFileSync(join(folder, LINKED_FROM), resolveBase(base));
  rejectOtherMajor(folder);
  return {
    pgdata: join(folder, `pg${POSTGRES_MAJOR}`),
    socketFolder: prepareSocketFolder(folder, user),
    logFile: join(folder, 'postgres.log'),
    user,
    elsewhere,
  };
}

/** Returns true if there is an embedded database, of any version and in any state. */
export const holdsDatabase = (dataFolder: string): boolean => existsSync(join(dataFolder, 'postgres'));

/** File next to linked data, with the path of the link. */
const LINKED_FROM = 'linked-from';
const isLink = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
const resolveBase = (base: string) => join(realpathSync(dirname(base)), basename(base));

/** Refuses a copied data folder. It has the same link as the original, so both would use one database. */
function rejectCopiedLink(base: string): void {
  if (!isLink(base) || !existsSync(join(base, LINKED_FROM))) return;
  const owner = readFileSync(join(base, LINKED_FROM), 'utf8');
  // If the folder was moved, the former path no longer exists or leads elsewhere.
  if (owner === resolveBase(base) || !isLink(owner) || !existsSync(owner)) return;
  if (realpathSync(owner) !== realpathSync(base)) return;
  throw new StartError(
    `${dirname(base)} is a copy of ${dirname(owner)}, whose database it would use. Remove ${base} to start with an empty ` +
      `database, or restore a backup there: rm ${base} && npm run restore -- FILE`,
  );
}

function claimBase(base: string): { folder: string; user: RunUser | undefined } {
  const existing = existsSync(base) ? statSync(base) : undefined;
  const me = process.getuid?.();

  if (me !== 0) {
    if (existing && existing.uid !== me) {
      throw new StartError(`The database in ${base} belongs to another account. Start as root or as that account.`);
    }
    createFolder(base, 0o700);
    return { folder: realpathSync(base), user: undefined };
  }

  // The former owner of the data stays its owner when root starts the server.
  if (existing && existing.uid !== 0) {
    return { folder: realpathSync(base), user: { uid: existing.uid, gid: existing.gid } };
  }
  const user = chooseRunUser();
  if (!user) throw new Error('root without an account for PostgreSQL');
  let folder = base;
  if (!existing) {
    // A link to removed data points nowhere.
    rmSync(base, { force: true });
    const parent = dirname(base);
    if (!existsSync(parent)) {
      createFolder(parent);
      chmodSync(parent, 0o755);
    }
    if (!canReach(parent, user)) {
      if (!createSharedFolder(SHARED_FOLDER, user)) {
        throw new StartError(
          `PostgreSQL's account can reach neither ${parent} nor ${SHARED_FOLDER}. Set DARKROOM_DATA.`,
        );
      }
      folder = join(SHARED_FOLDER, `data-${randomBytes(6).toString('hex')}`);
      symlinkSync(folder, base);
    }
    createFolder(folder, 0o700);
  }
  chownSync(folder, user.uid, user.gid);
  return { folder: realpathSync(folder), user };
}

function rejectOtherMajor(folder: string): void {
  const other = readdirSync(folder).find((name) => /^pg\d+$/.test(name) && name !== `pg${POSTGRES_MAJOR}`);
  if (!other || existsSync(join(folder, `pg${POSTGRES_MAJOR}`))) return;
  throw new StartError(
    `${folder} holds the data of PostgreSQL ${other.slice(2)}, and this program brings PostgreSQL ${POSTGRES_MAJOR}. ` +
      'Make a backup with the version of the program that wrote it, move the folder away, and restore.',
  );
}

function prepareSocketFolder(folder: string, user: RunUser | undefined): string {
  const localSocketFolder = join(folder, 'run');
  const tooLong = Buffer.byteLength(join(localSocketFolder, SOCKET_NAME)) > MAX_SOCKET_PATH;
  // The inode is part of the name, so that the server of a removed folder does not respond for the new one.
  const key = createHash('sha256')
    .update(`${folder}:${statSync(folder).ino}`)
    .digest('hex')
    .slice(0, 12);
  const socketFolder = tooLong ? join(tmpdir(), `darkroom-${key}`) : localSocketFolder;
  createFolder(socketFolder, 0o700);
  const found = lstatSync(socketFolder);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new StartError(
      `${socketFolder} must be a private folder for the database's socket, but it belongs to another account.`,
    );
  }
  if (user) chownSync(socketFolder, user.uid, user.gid);
  chmodSync(socketFolder, 0o700);
  return socketFolder;
}

/**
 * Creates the data directory if it does not exist. It gets its name when it is complete, so that an unfinished one is
 * never used.
 */
export async function initDatabase(folder: DatabaseFolder, binaries: string, durable: boolean): Promise<boolean> {
  if (existsSync(folder.pgdata)) return false;
  removeUnfinished(folder.pgdata);
  const unfinishedFolder = `${folder.pgdata}.init-${process.pid}`;
  rmSync(unfinishedFolder, { recursive: true, force: true });
  // Every machine has this byte order. Columns with Vietnamese order name their collation.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'];
  const access = ['--username=darkroom', '--auth-local=trust', '--auth-host=reject'];
  const args = ['-D', unfinishedFolder, ...locale, ...access, '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  await run(join(binaries, 'bin', 'initdb'), args, folder.user);
  try {
    renameSync(unfinishedFolder, folder.pgdata);
  } catch (error) {
    rmSync(unfinishedFolder, { recursive: true, force: true });
    // Another process that started at the same time was first. Its directory is used.
    if (!existsSync(folder.pgdata)) throw error;
    return false;
  }
  const parent = openSync(dirname(folder.pgdata), 'r');
  fsyncSync(parent);
  closeSync(parent);
  return true;
}

function removeUnfinished(pgdata: string): void {
  for (const name of readdirSync(dirname(pgdata))) {
    const maker = /\.init-(\d+)$/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) rmSync(join(dirname(pgdata), name), { recursive: true, force: true });
  }
}

function run(program: string, args: string[], user: RunUser | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: '/',
      env: bareEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}: ${errors.trim().slice(-500)}`)),
    );
  });
}

/** Returns the environment without the PG* variables of the user. They must not affect the embedded database. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Returns the process id of this data directory's postmaster, according to its pid file. */
export function postmasterPid(pgdata: string): number | undefined {
  const pid = readPid(join(pgdata, 'postmaster.pid'));
  return pid && isAlive(pid) && servesFolder(pid, pgdata) ? pid : undefined;
}

/**
 * Removes lock files that name a process other than a postmaster of this database. PostgreSQL checks only if the number
 * is in use, and might never start again.
 */
export function removeStaleLocks(folder: DatabaseFolder): void {
  for (const file of [join(folder.pgdata, 'postmaster.pid'), join(folder.socketFolder, `${SOCKET_NAME}.lock`)]) {
    const pid = readPid(file);
    if (pid && isAlive(pid) && !servesFolder(pid, folder.pgdata)) rmSync(file, { force: true });
  }
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if a process with this number exists, of any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function servesFolder(pid: number, pgdata: string): boolean {
  try {
    // The working directory of a postmaster is its data directory.
    return readlinkSync(`/proc/${pid}/cwd`) === pgdata;
  } catch (error) {
    // On Linux, a process without a working directory is a zombie.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync('/proc/self/cwd')) return false;
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
    return stdout?.includes('postgres') ?? true;
  }
}
