import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { connectAdmin } from '@darkroom/server/db/connect';
import { migrations } from '@darkroom/server/db/migrations';
import { createDemoBackup, restoreFile } from './demo-backup.ts';
import { fingerprintTables } from '@darkroom/server/testing/table-fingerprints';
import {
  MANIFEST_NAME,
  README_NAME,
  openBackup,
  createSealStream,
  type Manifest,
} from '@darkroom/server/backup/backup-file';

let demo: Awaited<ReturnType<typeof createDemoBackup>>;

beforeAll(async () => {
  demo = await createDemoBackup();
});
afterAll(() => demo.close());

const listTables = async (databaseUrl: string) => Object.keys(await fingerprintTables(databaseUrl));

/** Writes the good backup with a changed manifest and a matching checksum. */
async function resealBackup(name: string, change: (manifest: Manifest) => object): Promise<string> {
  const backup = await openBackup(demo.good);
  const zip = new ZipFile();
  const path = join(demo.folder, name);
  zip.addBuffer(Buffer.from('A backup'), README_NAME);
  for (const { file } of backup.manifest.tables) zip.addBuffer(await buffer(await backup.read(file)), file);
  zip.addBuffer(Buffer.from(JSON.stringify({ ...backup.manifest, ...change(backup.manifest) })), MANIFEST_NAME);
  zip.end({ forceZip64Format: false, comment: '0'.repeat(64) });
  await pipeline(zip.outputStream as Readable, createSealStream(), createWriteStream(path));
  backup.close();
  return path;
}

describe('refused restores', () => {
  let target: string;
  beforeAll(async () => {
    target = await demo.emptyDatabase();
  });
  const expectRefusal = async (path: string, why: RegExp) => {
    await expect(restoreFile(path, target)).rejects.toThrow(why);
    expect(await listTables(target)).toEqual([]);
  };
  const writeDump = async (name: string, bytes: Buffer | string) => {
    await writeFile(join(demo.folder, name), bytes);
    return join(demo.folder, name);
  };

  it.each([0.01, 0.3, 0.5, 0.7, 0.99])(
    'a restore is refused when one byte is changed at %d of its length',
    async (part) => {
      const bytes = await readFile(demo.good);
      const at = Math.floor(bytes.length * part);
      bytes[at] = bytes[at]! ^ 1;
      await expectRefusal(await writeDump('altered.backup', bytes), /was changed/);
    },
  );

  it('a restore is refused when the checksum is changed', async () => {
    const bytes = await readFile(demo.good);
    bytes[bytes.length - 1] = bytes.at(-1) === 48 ? 49 : 48;
    await expectRefusal(await writeDump('altered.backup', bytes), /was changed/);
  });

  it.each([0.2, 0.9, 0.999])('a restore is refused when the file is cut off at %d of its length', async (part) => {
    const bytes = await readFile(demo.good);
    await expectRefusal(
      await writeDump('cut.backup', bytes.subarray(0, Math.floor(bytes.length * part))),
      /is incomplete/,
    );
  });

  it('a restore is refused when the file is missing or not a backup', async () => {
    await expectRefusal(
      await writeDump('orders.xlsx', 'PK and something else altogether, for long enough'),
      /is not a backup/,
    );
    await expectRefusal(await writeDump('empty.backup', ''), /is not a backup/);
    await expectRefusal(join(demo.folder, 'nowhere.backup'), /does not exist/);
  });

  it('a restore is refused when the backup is from a newer or another program', async () => {
    const next = { number: migrations.length + 1, name: '999_next', checksum: 'a'.repeat(64) };
    const newer = await resealBackup('newer.backup', (m) => ({ migrations: [...m.migrations, next] }));
    await expectRefusal(newer, /newer Darkroom: .* migration 999_next/);
    await expectRefusal(await resealBackup('format.backup', () => ({ format: 2 })), /created by a newer Darkroom/);
    const otherBackup = await resealBackup('other.backup', (m) => ({
      migrations: [{ ...next, number: 1 }, ...m.migrations.slice(1)],
    }));
    await expectRefusal(otherBackup, /of another Darkroom/);
  });

  it('a restore is refused when the content differs from the manifest', async () => {
    const more = await resealBackup('more.backup', ({ tables }) => ({
      tables: tables.map((table) => (table.name === 'task' ? { ...table, rows: table.rows + 1 } : table)),
    }));
    await expectRefusal(more, /task has \d+ rows, but the backup has/);
    const other = await resealBackup('sum.backup', ({ tables }) => ({
      tables: tables.map((table) => (table.name === 'team' ? { ...table, sha256: 'b'.repeat(64) } : table)),
    }));
    await expectRefusal(other, /team\.copy of the backup was changed/);
  });

  it('a restore is refused when the database is not empty', async () => {
    const client = await connectAdmin(target);
    await client.query('create table of_somebody_else (id int)');
    await expect(restoreFile(demo.good, target)).rejects.toThrow(/not empty: it has 1 tables/);
    expect(await listTables(target)).toEqual(['of_somebody_else']);
    await client.query('drop table of_somebody_else');
    await client.end();
    const was = await fingerprintTables(demo.made.databaseUrl);
    await expect(restoreFile(demo.good, demo.made.databaseUrl)).rejects.toThrow(/not empty/);
    expect(await fingerprintTables(demo.made.databaseUrl)).toEqual(was);
  });
});
