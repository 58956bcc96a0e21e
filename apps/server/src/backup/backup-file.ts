import { createHash, type Hash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { open as openZip, type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { StartError } from '../config.ts';

// A backup is a ZIP (decision 115): a note, each table in PostgreSQL's COPY format, and the manifest. The archive's
// comment is the SHA-256 of everything before it.

/** Name of the first entry. A backup is recognized by these first bytes. */
export const README_NAME = 'darkroom-backup.txt';
export const MANIFEST_NAME = 'manifest.json';
/** Version of the format. It is raised when older programs cannot read new backups. */
export const FORMAT_VERSION = 1;
/** Length of a SHA-256 in hexadecimal. */
export const SEAL_LENGTH = 64;
/** Position of the first entry's name in a ZIP. */
const NAME_OFFSET = 30;
/** Length of the record that ends a ZIP, without its comment. */
const END_LENGTH = 22;
const END_SIGNATURE = 0x06054b50;

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const manifest = z.object({
  format: z.literal(FORMAT_VERSION),
  made_at: z.string(),
  /** Version of the source PostgreSQL. */
  postgres: z.string(),
  /** Migrations of the source. A restore runs the same ones. */
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: hash })),
  /** Tables in an order in which they can be loaded. */
  tables: z.array(
    z.object({ name, columns: z.array(name).readonly(), file: z.string(), rows: z.int().nonnegative(), sha256: hash }),
  ),
  sequences: z.array(z.object({ name, last_value: z.string().regex(/^\d+$/), is_called: z.boolean() })),
  /** Tables that are not in the backup. After a restore, people only have to sign in again. */
  left_out: z.array(name),
});
export type Manifest = z.output<typeof manifest>;

/** Creates a stream that replaces its last bytes by the SHA-256 of all bytes before them. */
export function createSealStream(): Transform {
  const sum = createHash('sha256');
  let pendingBytes = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([pendingBytes, chunk]);
      const ready = all.subarray(0, Math.max(0, all.length - SEAL_LENGTH));
      pendingBytes = Buffer.from(all.subarray(ready.length));
      sum.update(ready);
      done(null, ready);
    },
    flush(done) {
      done(null, Buffer.from(sum.digest('hex'), 'latin1'));
    },
  });
}

/** Creates a stream that passes everything through and adds it to a hash. */
export const createHashStream = (sum: Hash): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
  });

/** A complete and unchanged backup, from this version of the program or an older one. */
export interface Backup {
  readonly manifest: Manifest;
  /** Returns the unpacked content of one of the backup's files. */
  read(file: string): Promise<Readable>;
  close(): void;
}

/** Opens a backup, after reading all of it and comparing it with its checksum. */
export async function openBackup(path: string): Promise<Backup> {
  await checkSeal(path);
  const { zip, entries } = await readEntries(path);
  const read = async (file: string) => {
    const entry = entries.get(file);
    if (!entry) throw new StartError(`${path} lacks ${file}.`);
    return promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry);
  };
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await read(MANIFEST_NAME)) chunks.push(chunk as Buffer);
    return { manifest: parseManifest(path, Buffer.concat(chunks).toString('utf8')), read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function parseManifest(path: string, text: string): Manifest {
  const json = JSON.parse(text) as { format?: unknown };
  if (typeof json.format === 'number' && json.format > FORMAT_VERSION)
    throw new StartError(`${path} was created by a newer Darkroom. Restore it with that version or a newer one.`);
  const parsed = manifest.safeParse(json);
  if (!parsed.success) throw new StartError(`${path} is complete, but its manifest cannot be read.`);
  return parsed.data;
}

async function checkSeal(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read: ${error.message}`,
    );
  });
  try {
    if (!(await file.stat()).isFile()) throw new StartError(`${path} is not a file.`);
    const { size } = await file.stat();
    const firstName = await readAt(file, NAME_OFFSET, README_NAME.length);
    if (firstName.toString('latin1') !== README_NAME) throw new StartError(`${path} is not a backup of Darkroom.`);
    const end = await readAt(file, size - SEAL_LENGTH - END_LENGTH, END_LENGTH + SEAL_LENGTH);
    const hasEnd = end.length === END_LENGTH + SEAL_LENGTH && end.readUInt32LE(0) === END_SIGNATURE;
    if (!hasEnd) throw new StartError(`${path} is incomplete or was changed at its end.`);
    const sum = createHash('sha256');
    await pipeline(
      file.createReadStream({ start: 0, end: size - SEAL_LENGTH - 1, autoClose: false, highWaterMark: 1 << 20 }),
      sum,
    );
    if (sum.digest('hex') !== end.subarray(END_LENGTH).toString('latin1'))
      throw new StartError(`${path} was changed after it was created: the checksum is wrong.`);
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function readEntries(path: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    openZip(path, { lazyEntries: false, autoClose: false }, (error, opened) => {
      if (error) reject(error);
      else resolve(opened);
    });
  });
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => entries.set(entry.fileName, entry));
    zip.once('end', resolve);
    zip.once('error', reject);
  });
  return { zip, entries };
}
