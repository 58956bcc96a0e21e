import { DatabaseError } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { readConfig, StartError } from '../config.ts';
import { asDatabaseError, asStartError, splitLogLines } from './start-error.ts';
import { cloneTemplate, dropClone } from '../testing/test-server.ts';
import { connectAdmin } from './connect.ts';
import { openDatabase, reachDatabase } from './open.ts';

const getErrorLine = (message: string) => {
  const startError = asStartError(new Error(message), '/srv/data');
  expect(startError).toBeInstanceOf(StartError);
  return (startError as StartError).message;
};

describe('failed starts of the database', () => {
  it.each([
    ['initdb ended with 1: initdb: error: could not write file "x": No space left on device', /full.*Free space/],
    ["ENOSPC: no space left on device, mkdir '/srv/data'", /full.*Free space/],
    ["EACCES: permission denied, mkdir '/srv/data'", /cannot be written by this account.*DARKROOM_DATA/],
    ["EROFS: read-only file system, mkdir '/srv/data'", /read-only disk.*DARKROOM_DATA/],
    [
      'PostgreSQL ended at once. The end of /log:\n2026 UTC [7] FATAL:  data directory "/x" has invalid permissions',
      /chmod 700/,
    ],
    [
      'PostgreSQL ended at once. The end of /log:\n2026 UTC [7] FATAL:  database files are incompatible with server\n2026 UTC [7] DETAIL:  x',
      /another version of PostgreSQL.*restore/,
    ],
    [
      'PostgreSQL refuses connections: 2026 UTC [7] FATAL:  could not read file "x": read 0',
      /does not start: could not read file.*restore/,
    ],
    [
      'PostgreSQL ended at once. The end of /log:\n2026 UTC [7] PANIC:  could not locate a valid checkpoint record\n2026 UTC [7] LOG:  shutting down',
      /does not start: could not locate a valid checkpoint record\..*npm run restore/,
    ],
  ])('the message of a failed start names the action: %s', (message, line) => {
    expect(getErrorLine(message)).toMatch(line);
    expect(getErrorLine(message)).not.toContain('\n');
  });

  it('a full disk is reported even after refused connections in the log', () => {
    const turnedAway = '2026 UTC [9] FATAL:  the database system is not yet accepting connections';
    const log = [
      '2026 UTC [8] LOG:  redo done at 0/3FFD8F8',
      '2026 UTC [8] FATAL:  could not write to file "pg_wal/xlogtemp.8": No space left on device',
      ...Array.from({ length: 9 }, () => turnedAway),
      '2026 UTC [7] LOG:  startup process (PID 8) exited with exit code 1',
      '2026 UTC [7] LOG:  database system is shut down',
    ].join('\n');
    const lines = splitLogLines(log);
    expect(lines).toHaveLength(4);
    expect(getErrorLine(`PostgreSQL ended at once. The end of /log:\n${lines.slice(-5).join('\n')}`)).toMatch(
      /full.*Free space/,
    );
  });

  it('an internal fault stays unchanged for debugging', () => {
    const bug = new TypeError('x is not a function');
    expect(asStartError(bug, '/srv/data')).toBe(bug);
  });
});

describe('errors of an opened database', () => {
  it.each([
    ['53100', 'could not extend file "base/5/1": No space left on device', /disk of the database.*full.*Free space/],
    [
      'XX001',
      'invalid page in block 0 of relation base/5/1',
      /^The database in \/srv is damaged: invalid page.*npm run restore/,
    ],
  ])('the message of a database error names the action: %s', (code, message, line) => {
    const error = Object.assign(new DatabaseError(message, 1, 'error'), { code });
    for (const thrown of [error, new StartError('Migration 001 failed', { cause: error })]) {
      const startError = asDatabaseError(thrown, 'the database in /srv');
      expect(startError).toBeInstanceOf(StartError);
      expect((startError as StartError).message).toMatch(line);
    }
  });

  it('a broken connection is reported, and no other error', () => {
    const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    for (const broken of [reset, new Error('Connection terminated unexpectedly')])
      expect(asDatabaseError(broken, 'the database')).toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(/^The database closed the connection .*full disk.*try again\.$/),
      });
    const bug = new TypeError('x is not a function');
    expect(asDatabaseError(bug, 'the database')).toBe(bug);
  });

  it('a search path without a schema is reported', async () => {
    const { adminUrl, template } = inject('testServer');
    const databaseUrl = await cloneTemplate({ adminUrl, template });
    const database = new URL(databaseUrl).pathname.slice(1);
    const admin = await connectAdmin(databaseUrl);
    await admin.query(`alter database ${database} set search_path = nowhere`);
    await admin.end();
    const config = { ...readConfig({}), databaseUrl };
    try {
      const line = /^The database that DATABASE_URL names has no schema.*\(nowhere\).*reset search_path/;
      for (const reach of [openDatabase, reachDatabase]) {
        await expect(reach(config, { log: () => undefined })).rejects.toBeInstanceOf(StartError);
        await expect(reach(config, { log: () => undefined })).rejects.toThrow(line);
      }
    } finally {
      await dropClone(adminUrl, databaseUrl);
    }
  });

  it('an account without permissions and a read-only database are reported', async () => {
    const server = inject('testServer');
    const url = new URL(await cloneTemplate(server));
    const [database, role] = [url.pathname.slice(1), `darkroom_test_guest_${process.pid}`];
    const admin = await connectAdmin(url.href);
    await admin.query(`create role ${role} login`);
    const openAs = (username: string) => {
      const as = new URL(url);
      as.username = username;
      return openDatabase({ ...readConfig({}), databaseUrl: as.href }, { log: () => undefined });
    };
    try {
      await expect(openAs(role)).rejects.toThrow(/account of the database that DATABASE_URL names.*make it the owner/);
      await admin.query(`alter database ${database} set default_transaction_read_only = on`);
      await admin.query(`set default_transaction_read_only = off; drop schema public cascade; create schema public`);
      await expect(openAs(url.username)).rejects.toThrow(/is read-only/);
    } finally {
      await admin.query(`drop role ${role}`);
      await admin.end();
      await dropClone(server.adminUrl, url.href);
    }
  });
});
