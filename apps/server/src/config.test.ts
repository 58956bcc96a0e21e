import { describe, expect, it } from 'vitest';
import { StartError, readConfig } from './config.ts';

describe('the configuration', () => {
  it('no variables are needed: port 4000 and an embedded database are the defaults', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 4000, host: 'localhost', databaseUrl: undefined, backdoorUntil: null });
    expect(config.dataFolder).toMatch(/\.data$/);
  });

  it('the server listens on every address in production only', () => {
    expect(readConfig({ NODE_ENV: 'production' }).host).toBe('0.0.0.0');
  });

  it('a break-glass end has any time zone, but never none', () => {
    expect(readConfig({ BACKDOOR_UNTIL: '2026-11-20T17:00:00+07:00' }).backdoorUntil).toBe('2026-11-20T10:00:00.000Z');
    expect(() => readConfig({ BACKDOOR_UNTIL: '2026-11-20T17:00:00' })).toThrow(/BACKDOOR_UNTIL/);
  });

  it('backups are scheduled at Bangkok times, and all are kept by default', () => {
    expect(readConfig({}).backup).toBeNull();
    const { backup, dataFolder } = readConfig({ BACKUP_AT: '02:00, 13:30' });
    expect(backup).toEqual({ at: [120, 810], folder: `${dataFolder}/backups`, keep: null });
    expect(readConfig({ BACKUP_AT: '02:00', BACKUP_TO: '/mnt', BACKUP_KEEP: '30' }).backup).toMatchObject({
      folder: '/mnt',
      keep: 30,
    });
    for (const BACKUP_AT of ['2:00', '24:00', 'nightly', '02:00,'])
      expect(() => readConfig({ BACKUP_AT })).toThrow(/BACKUP_AT/);
  });

  it('the server trusts no proxy, a number of hops, or given addresses only', () => {
    const readTrustedProxy = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy;
    expect(readConfig({}).trustProxy).toBe(false);
    expect(readTrustedProxy('2')).toBe(2);
    const addresses = '10.0.0.0/8, ::1, loopback';
    expect(readTrustedProxy(addresses)).toBe(addresses);
    for (const wrong of ['maybe', 'true', '10.0.0.0/33', '10.0.0/8', '-1', '1,', '::1/x'])
      expect(() => readTrustedProxy(wrong), wrong).toThrow(/TRUST_PROXY must be/);
  });

  it('webhooks are delivered by default', () => {
    expect(readConfig({}).webhooks).toBe(true);
    expect(readConfig({ WEBHOOKS: 'off' }).webhooks).toBe(false);
    expect(() => readConfig({ WEBHOOKS: 'no' })).toThrow(/WEBHOOKS must be on or off/);
  });

  it.each(['p@ss#w/x', 'p/w', 'p?w', 'p#w', '12/w', 'p%w', 'p@s/w'])(
    'the message asks to percent-encode the password %s without repeating it',
    (password) => {
      const readConfigWith = (pass: string) => () =>
        readConfig({ DATABASE_URL: `postgresql://darkroom:${pass}@db.example:5432/darkroom` });
      expect(readConfigWith(password)).toThrow(
        /^The configuration is wrong: DATABASE_URL cannot be read: [^\n]*%40 %2F/,
      );
      expect(readConfigWith(password)).not.toThrow(/p@s|p\/w|p\?w|p#w|12|p%w|db\.example/);
      expect(readConfigWith(encodeURIComponent(password))).not.toThrow();
    },
  );

  it.each([
    'postgresql://db/darkroom',
    'postgresql://db:5432/darkroom?user=me@home',
    'postgresql://me:p@ss@db:5432/darkroom',
    'postgresql://darkroom@/darkroom?host=/run/postgresql',
    'postgresql://darkroom:x@[::1]:5432/darkroom',
    'postgresql:///darkroom',
  ])('the address %s is accepted', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });

  it('a replica with another database name is refused, for example after a restore into a new database', () => {
    const DATABASE_URL = 'postgresql://darkroom:secret@db.example:5000/darkroom_restored';
    const readWithReplica = (name: string) =>
      readConfig({ DATABASE_URL, REPORTS_DATABASE_URL: `postgresql://darkroom:secret@db.example:5001/${name}` });
    expect(() => readWithReplica('darkroom')).toThrow(
      /REPORTS_DATABASE_URL must have the database name of DATABASE_URL/,
    );
    expect(readWithReplica('darkroom_restored?sslmode=require').reportsDatabaseUrl).toContain('5001');
  });

  it('every wrong variable is reported at once, and no password is repeated', () => {
    const readConfigWith = () => readConfig({ PORT: '80a', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://me:secret@db/x' });
    expect(readConfigWith).toThrow(StartError);
    expect(readConfigWith).toThrow(/PORT must be[^]*DATABASE_URL must[^]*|DATABASE_URL must[^]*PORT must be/);
    expect(readConfigWith).not.toThrow(/secret/);
  });
});
