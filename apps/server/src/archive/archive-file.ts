import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '../config.ts';

// An archive has gzipped lines of JSON. The last line has their number and the SHA-256 of all lines before it.

const END = z.strictObject({ rows: z.int(), sha256: z.string().length(64) });
/** The number of lines in an archive, and their SHA-256. */
export type ArchiveEnd = z.output<typeof END>;

/** The last twelve months stay readable in the application. */
const YOUNGEST_MONTHS = 12;

/** Refuses an invalid or too recent month. */
export function checkBefore(before: string, now: Date): void {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(before)) throw new StartError('--before is a month, such as 2025-01.');
  const youngest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - YOUNGEST_MONTHS, 1))
    .toISOString()
    .slice(0, 7);
  if (before > youngest) throw new StartError(`The last ${YOUNGEST_MONTHS} months stay: --before ${youngest} at most.`);
}

/** Writes a new archive that only its owner can read, flushes it to the disk, and reads it back. */
export async function writeArchive(file: string, lines: AsyncIterable<string>): Promise<ArchiveEnd> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(ended(lines)), createGzip(), target);
  return readArchive(file, 1000, () => Promise.resolve());
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const sum = createHash('sha256');
  let rows = 0;
  for await (const line of lines) {
    sum.update(`${line}\n`);
    rows += 1;
    yield `${line}\n`;
  }
  yield `${JSON.stringify({ rows, sha256: sum.digest('hex') } satisfies ArchiveEnd)}\n`;
}

/** Reads an archive and verifies that it is complete. `take` receives its lines in batches. */
export async function readArchive(
  file: string,
  atOnce: number,
  take: (lines: string[]) => Promise<void>,
): Promise<ArchiveEnd> {
  const sum = createHash('sha256');
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(file), unpacked);
  // Awaited below. Until then, a failure must not end the process.
  reading.catch(() => undefined);
  let [rows, held] = [0, null as string | null];
  const some: string[] = [];
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Infinity })) {
      if (held !== null) {
        sum.update(`${held}\n`);
        rows += 1;
        some.push(held);
        if (some.length === atOnce) await take(some.splice(0));
      }
      held = line;
    }
    await reading;
    await take(some);
  } catch (error) {
    const ofGzip = (error as NodeJS.ErrnoException).code?.startsWith('Z_');
    throw ofGzip ? new StartError(`${file} is cut short, or no archive.`) : error;
  }
  const end = END.safeParse(parsed(held));
  if (!end.success || end.data.rows !== rows || end.data.sha256 !== sum.digest('hex'))
    throw new StartError(`${file} was altered since it was made, or is cut short.`);
  return end.data;
}

function parsed(line: string | null): unknown {
  try {
    return JSON.parse(line ?? 'null');
  } catch {
    return null;
  }
}
