import { describe, expect, it } from 'vitest';
import { StartError } from '../config.ts';
import { asStartTrouble } from './start-trouble.ts';

const lineOf = (said: string) => {
  const trouble = asStartTrouble(new Error(said), '/srv/data');
  expect(trouble).toBeInstanceOf(StartError);
  return (trouble as StartError).message;
};

describe('what keeps the database from starting is told in one line with what to do:', () => {
  it.each([
    ['initdb ended with 1: initdb: error: could not write file "x": No space left on device', /full.*make room/],
    ["ENOSPC: no space left on device, mkdir '/srv/data'", /full.*make room/],
    ["EACCES: permission denied, mkdir '/srv/data'", /cannot be written by this account.*DARKROOM_DATA/],
    ["EROFS: read-only file system, mkdir '/srv/data'", /cannot be written to.*DARKROOM_DATA/],
    [
      'PostgreSQL ended at once. The end of /log:\n2026 UTC [7] FATAL:  data directory "/x" has invalid permissions',
      /chmod 700/,
    ],
    [
      'PostgreSQL ended at once. The end of /log:\n2026 UTC [7] FATAL:  database files are incompatible with server\n2026 UTC [7] DETAIL:  x',
      /another version of PostgreSQL.*restore/,
    ],
    [
      'PostgreSQL ended at once. The end of /log:\n2026 UTC [7] PANIC:  could not locate a valid checkpoint record\n2026 UTC [7] LOG:  shutting down',
      /does not start: could not locate a valid checkpoint record\..*npm run restore/,
    ],
  ])('%s', (said, line) => {
    expect(lineOf(said)).toMatch(line);
    expect(lineOf(said)).not.toContain('\n');
  });

  it('a fault of the program’s own is left as it is, to be looked into', () => {
    const bug = new TypeError('x is not a function');
    expect(asStartTrouble(bug, '/srv/data')).toBe(bug);
  });
});
