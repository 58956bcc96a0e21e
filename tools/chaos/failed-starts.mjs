import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, createEnv, PASSWORD } from './bureau.mjs';
import { mountDisk } from './disk.mjs';
import { failToStart } from './servers.mjs';

/**
 * Causes of a failed start, with the expected line. `way` prepares an empty folder (`data`), and `whole` creates a good
 * one. Cases with `slow` run only in the long form.
 */
const CASES = [
  {
    name: 'the port is taken',
    way: async ({ later }) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      later(() => other.close());
      return { PORT: String(other.address().port) };
    },
    says: /^Port \d+ is taken by another program.*PORT=\d+ npm start$/,
  },
  {
    name: 'the data folder is a file',
    way: ({ data }) => {
      writeFileSync(data, '');
    },
    says: /is not a folder.*DARKROOM_DATA/,
  },
  {
    name: 'a data folder that cannot be written',
    way: () => (existsSync('/proc/self') ? { DARKROOM_DATA: '/proc/darkroom' } : null),
    says: /cannot be created.*DARKROOM_DATA/,
  },
  {
    name: 'an invalid TRUST_PROXY',
    way: () => ({ TRUST_PROXY: 'maybe' }),
    says: /^The configuration is wrong: TRUST_PROXY must be .*"maybe"$/,
    slow: true,
  },
  {
    name: 'a folder of backups that is a file',
    way: ({ data }) => {
      writeFileSync(`${data}.file`, '');
      return { BACKUP_AT: '02:00', BACKUP_TO: `${data}.file` };
    },
    says: /^BACKUP_TO: backups cannot be written to /,
  },
  {
    name: 'the disk is full',
    way: ({ later }) => {
      const disk = mountDisk(8);
      if (!disk) return null;
      later(disk.unmount);
      return { DARKROOM_DATA: disk.folder };
    },
    says: /^The disk that holds .* is full\. All saved data is kept\. Free space, then start again\.$/,
  },
  {
    name: 'data of another version of PostgreSQL',
    way: ({ data }) => {
      mkdirSync(`${data}/postgres/pg17`, { recursive: true });
    },
    says: /holds the data of PostgreSQL 17.*restore/,
  },
  {
    name: 'a version file of another PostgreSQL',
    way: ({ data, whole: createGoodData }) => {
      createGoodData();
      writeFileSync(`${data}/postgres/pg18/PG_VERSION`, '17\n');
    },
    says: /another version of PostgreSQL.*restore/,
  },
  {
    name: 'data that others can enter',
    way: ({ data, whole: createGoodData }) => {
      createGoodData();
      chmodSync(`${data}/postgres/pg18`, 0o777);
    },
    says: /PostgreSQL refuses .*chmod 700/,
  },
  ...['global/pg_control', 'pg_wal', 'global/pg_filenode.map', 'global/1262', 'base/*/pg_filenode.map'].map((file) => ({
    name: `${file} was cut off`,
    way: ({ data, whole: createGoodData }) => {
      createGoodData();
      for (const path of findPostgresFiles(`${data}/postgres/pg18`, file)) truncateSync(path, 100);
    },
    says: /does not start: could not .*npm run restore|does not exist.*npm run restore/,
    slow: !['global/pg_control', 'base/*/pg_filenode.map'].includes(file),
  })),
  {
    name: 'a copied data folder with a link to the original database',
    way: ({ data }) => {
      const [first, real] = [`${data}-first`, `${data}-real`];
      for (const folder of [data, first, real]) mkdirSync(folder);
      for (const folder of [data, first]) symlinkSync(real, `${folder}/postgres`);
      writeFileSync(`${real}/linked-from`, `${first}/postgres`);
    },
    says: /is a copy of .*whose database it would use\. Remove .*npm run restore/,
  },
  {
    name: 'a database that does not exist',
    way: () => ({ DATABASE_URL: 'postgresql://darkroom@127.0.0.1:1/none' }),
    says: /^The database that DATABASE_URL names cannot be used/,
    slow: true,
  },
  {
    name: 'a password that is not percent-encoded',
    way: () => ({ DATABASE_URL: 'postgresql://darkroom:p@ss#w/x@127.0.0.1:1/none' }),
    says: /^The configuration is wrong: DATABASE_URL cannot be read: (?!.*@ss).*percent-encoded/,
  },
  {
    name: 'a DATABASE_URL of another database system',
    way: () => ({ DATABASE_URL: 'mysql://here' }),
    says: /DATABASE_URL must look like postgresql/,
  },
];

const findPostgresFiles = (pgdata, file) => {
  if (file === 'pg_wal') return findByName(`${pgdata}/pg_wal`, '0*');
  if (file.startsWith('base/*/')) return findByName(`${pgdata}/base`, file.slice('base/*/'.length));
  return [`${pgdata}/${file}`];
};
const findByName = (folder, name) =>
  spawnSync('find', [folder, '-type', 'f', '-name', name], { encoding: 'utf8' }).stdout.trim().split('\n');

/** Checks that each failed start prints one line with the action to take, and ends with an exit code. */
export async function checkFailedStarts({ short }) {
  const cases = CASES.filter(({ slow }) => !short || !slow);
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-starts-'));
  // The account that runs PostgreSQL for root needs access to the folder.
  chmodSync(folder, 0o755);
  const cleanUp = [];
  const failures = [];
  const skipped = [];
  try {
    const good = `${folder}/good`;
    await runCommand(
      'create-superuser',
      ['--username', 'boss', '--full-name', 'Boss'],
      createEnv(good),
      `${PASSWORD}\n`,
    );
    for (const [index, { name, way, says }] of cases.entries()) {
      const data = `${folder}/${index}`;
      const createGoodData = () => spawnSync('cp', ['-a', '--reflink=auto', good, data]);
      const changes = await way({ data, whole: createGoodData, later: (undo) => cleanUp.push(undo) });
      if (changes === null) {
        skipped.push(name);
        continue;
      }
      const line = await failToStart({ ...createEnv(data), ...changes }).catch((error) => error);
      if (line instanceof Error || !says.test(line)) failures.push(`${name}: ${line.message ?? line}`);
      rmSync(data, { recursive: true, force: true });
    }
  } finally {
    for (const undo of cleanUp) undo();
    rmSync(folder, { recursive: true, force: true });
  }
  if (failures.length > 0) throw new Error(failures.join('\n     '));
  const summary = `${cases.length - skipped.length} causes: each printed in one line with the action to take`;
  return skipped.length > 0 ? `${summary}; SKIPPED: ${skipped.join(', ')}` : summary;
}
