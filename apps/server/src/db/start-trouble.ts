import { StartError } from '../config.ts';

/** What the system or PostgreSQL says when it cannot begin, and the sentence of it. Looked through from the top. */
const TROUBLES: readonly (readonly [RegExp, (folder: string, said: string) => string])[] = [
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
    (folder, said) =>
      `${folder} was written by another version of PostgreSQL (${said}). Make a backup with the program that wrote it, ` +
      `move the folder away, and restore.`,
  ],
  [
    /PostgreSQL ended at once/,
    (folder, said) =>
      `The database in ${folder} does not start: ${said}. Leave it as it is, and put the newest backup beside it: ` +
      `DARKROOM_DATA=.data/again npm run restore -- FILE (docs/operation.md).`,
  ],
];

/** Turns what kept the embedded database from starting into one line with what to do; anything else comes back as it is. */
export function asStartTrouble(error: unknown, folder: string): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const text = error.message;
  const found = TROUBLES.find(([pattern]) => pattern.test(text));
  return found ? new StartError(found[1](folder, lastWords(text)), { cause: error }) : error;
}

/** What PostgreSQL ended with: the line that says why, without its time and process. */
function lastWords(text: string): string {
  const lines = text.split('\n');
  const why = lines.findLast((line) => /(FATAL|PANIC):|postgres: /.test(line)) ?? lines.at(-1) ?? '';
  return why.replace(/^.*?(?:FATAL|PANIC|postgres):\s*/, '').trim();
}
