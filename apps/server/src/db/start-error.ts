import { DatabaseError } from 'pg';
import { StartError } from '../config.ts';

/** Messages of the system or PostgreSQL about a failed start, and the sentence for each. The first match counts. */
const START_ERRORS: readonly (readonly [RegExp, (folder: string, detail: string) => string])[] = [
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i,
    (folder) => `The disk that holds ${folder} is full. All saved data is kept. Free space, then start again.`,
  ],
  [
    /EROFS|Read-only file system/i,
    (folder) => `${folder} is on a read-only disk. Set DARKROOM_DATA to another folder.`,
  ],
  [
    /has invalid permissions|has wrong ownership/i,
    (folder) =>
      `PostgreSQL refuses ${folder}: the folder must belong to the account that runs it, with mode 700 ` +
      `(chmod 700).`,
  ],
  [
    /EACCES|EPERM|Permission denied|Operation not permitted/i,
    (folder) =>
      `${folder} cannot be written by this account. Change its owner (chown), or set DARKROOM_DATA to another folder.`,
  ],
  [
    /ENOTDIR|EEXIST|ENOENT: .*mkdir/,
    (folder) =>
      `${folder} cannot be created, because a part of its path is not a folder. Set DARKROOM_DATA to another folder.`,
  ],
  [
    /database files are incompatible|initialized by PostgreSQL version/i,
    (folder, detail) =>
      `${folder} was written by another version of PostgreSQL (${detail}). Make a backup with the program that wrote it, ` +
      `move the folder away, and restore.`,
  ],
  [
    /PostgreSQL (ended at once|refuses connections)/,
    (folder, detail) =>
      `The database in ${folder} does not start: ${detail}. Keep it, and restore the newest backup into a new folder: ` +
      `DARKROOM_DATA=.data/restored npm run restore -- FILE (docs/operation.md).`,
  ],
];

/**
 * Converts an error of the embedded database's start to one line with an action. Other errors are returned unchanged.
 */
export function asStartError(error: unknown, folder: string): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const text = error.message;
  const found = START_ERRORS.find(([pattern]) => pattern.test(text));
  return found ? new StartError(found[1](folder, findLastError(text)), { cause: error }) : error;
}

/** PostgreSQL's message for each refused connection while it starts or stops. It is not the cause of the end. */
const NOT_READY = /FATAL: {2}the database system is /;

/** Splits PostgreSQL's log into lines, without the lines about refused connections. */
export const splitLogLines = (log: string): string[] =>
  log
    .trim()
    .split('\n')
    .filter((line) => !NOT_READY.test(line));

/** Finds the line with the cause of PostgreSQL's end, without time and process. */
function findLastError(text: string): string {
  const lines = text.split('\n');
  const reason = lines.findLast((line) => /(FATAL|PANIC):|postgres: /.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*(?:FATAL|PANIC|postgres|refuses connections):\s*/, '').trim();
}

/** Messages of a reachable but unusable database, and the sentence for each. */
const DATABASE_ERRORS: readonly (readonly [RegExp, (database: string, detail: string) => string])[] = [
  [/^53100/, (database) => `The disk of ${database} is full. All saved data is kept. Free space, then try again.`],
  [
    /^(57P0[12]|ECONNRESET|EPIPE)/,
    (database, detail) =>
      `${database} closed the connection (${detail}). It was stopped or crashed, for example on a full disk. Read its log, ` +
      `start it and try again.`,
  ],
  [
    /^(XX|58)/,
    (database, detail) =>
      `${database} is damaged: ${detail}. Keep it, and restore the newest backup into a new database: npm run restore -- FILE ` +
      `(docs/operation.md).`,
  ],
  [/^42501/, (database, detail) => `The account of ${database} lacks a permission (${detail}): make it the owner.`],
  [/^25006/, (database) => `${database} is read-only, for example a standby. Use the address of the primary.`],
];

const getErrorCode = (error: Error): string =>
  error instanceof DatabaseError || 'syscall' in error ? ((error as NodeJS.ErrnoException).code ?? '') : '';

/** Converts an error of an opened database to one line with an action. Other errors are returned unchanged. */
export function asDatabaseError(error: unknown, database: string): unknown {
  const cause = error instanceof StartError ? error.cause : error;
  if (!(cause instanceof Error)) return error;
  const state = cause.message === 'Connection terminated unexpectedly' ? 'ECONNRESET' : getErrorCode(cause);
  const found = DATABASE_ERRORS.find(([refused]) => refused.test(state));
  if (!found) return error;
  const line = found[1](database, cause.message);
  return new StartError(line.charAt(0).toUpperCase() + line.slice(1), { cause: error });
}
