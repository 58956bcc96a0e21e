import { DatabaseError } from 'pg';
import { StartError } from '../config.ts';

/** Messages of the system or PostgreSQL about a failed start, and the sentence for each. The first match counts. */
const START_ERRORS: readonly (readonly [RegExp, (folder: string, detail: string) => string])[] = [
  [
    /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i,
    (folder) => `The disk that holds ${folder} is full. Nothing is lost: make room and start again.`,
  ],
  [
    /EROFS|Read-only file system/i,
    (folder) => `${folder} is on a disk that cannot be written to. Name a folder elsewhere with DARKROOM_DATA.`,
  ],
  [
    /has invalid permissions|has wrong ownership/i,
    (folder) =>
      `PostgreSQL refuses ${folder}: it has to belong to the account that runs it, and to be closed to all others ` +
      `(chmod 700).`,
  ],
  [
    /EACCES|EPERM|Permission denied|Operation not permitted/i,
    (folder) =>
      `${folder} cannot be written by this account. Give it the folder (chown), or name another with DARKROOM_DATA.`,
  ],
  [
    /ENOTDIR|EEXIST|ENOENT: .*mkdir/,
    (folder) => `${folder} cannot be made: something in its path is no folder. Name another with DARKROOM_DATA.`,
  ],
  [
    /database files are incompatible|initialized by PostgreSQL version/i,
    (folder, detail) =>
      `${folder} was written by another version of PostgreSQL (${detail}). Make a backup with the program that wrote it, ` +
      `move the folder away, and restore.`,
  ],
  [
    /PostgreSQL (ended at once|lets nobody in)/,
    (folder, detail) =>
      `The database in ${folder} does not start: ${detail}. Leave it as it is, and put the newest backup beside it: ` +
      `DARKROOM_DATA=.data/again npm run restore -- FILE (docs/operation.md).`,
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

/**
 * PostgreSQL's message for each refused connection while it starts or stops, ten times a second. It is not the cause of
 * the end.
 */
const NOT_READY = /FATAL: {2}the database system is /;

/** Lines of its log without those. */
export const splitLogLines = (log: string): string[] =>
  log
    .trim()
    .split('\n')
    .filter((line) => !NOT_READY.test(line));

/** Line with the cause of PostgreSQL's end, without time and process. */
function findLastError(text: string): string {
  const lines = text.split('\n');
  const reason = lines.findLast((line) => /(FATAL|PANIC):|postgres: /.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*(?:FATAL|PANIC|postgres|lets nobody in):\s*/, '').trim();
}

/** Messages of a reachable but unusable database, and the sentence for each. */
const DATABASE_ERRORS: readonly (readonly [RegExp, (database: string, detail: string) => string])[] = [
  [/^53100/, (database) => `The disk of ${database} is full. Nothing is lost: make room and try again.`],
  [
    /^(57P0[12]|ECONNRESET|EPIPE)/,
    (database, detail) =>
      `${database} has broken the connection off (${detail}): it was stopped, or has ended by itself, as on a full disk. Its log says why; ` +
      `see that it runs, and try again.`,
  ],
  [
    /^(XX|58)/,
    (database, detail) =>
      `${database} is damaged: ${detail}. Leave it as it is, and put the newest backup beside it: npm run restore -- FILE ` +
      `(docs/operation.md).`,
  ],
  [
    /^42501/,
    (database, detail) => `The account of ${database} may not do what is needed (${detail}): make it the owner.`,
  ],
  [
    /^25006/,
    (database) =>
      `${database} takes no writes: it is a standby, or was made read-only. Name the one that is written to.`,
  ],
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
