import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '../config.ts';

// An archive consists of gzipped lines of JSON. The last line has their number and the SHA-256 of all lines before it.

const END = z.strictObject({ rows: z.int(), sha256: z.string().length(64) });
/** The number of lines in an archive, and their SHA-256. */
export type ArchiveEnd = z.output<typeof END>;

/** The last twelve months stay readable in the application. */
const MIN_AGE_MONTHS = 12;

/** Refuses an invalid or too recent month. */
export function validateBefore(before: string, now: Date): void {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(before)) throw new StartError('--before is a month, such as 2025-01.');
  const latestMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MIN_AGE_MONTHS, 1))
    .toISOString()
    .slice(0, 7);
  if (before > latestMonth)
    throw new StartError(`The last ${MIN_AGE_MONTHS} months stay: --before ${latestMonth} at most.`);
}

/** Writes a new archive that only its owner can read, flushes it to the disk, and reads it back. */
export async function writeArchive(file: string, lines: AsyncIterable<string>): Promise<ArchiveEnd> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(appendEnd(lines)), createGzip(), target);
  return readArchive(file, 1000, () => Promise.resolve());
}

async function* appendEnd(lines: AsyncIterable<string>): AsyncGenerator<string> {
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
  batchSize: number,
  handleLines: (lines: string[]) => Promise<void>,
): Promise<ArchiveEnd> {
  const sum = createHash('sha256');
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(file), unpacked);
  // Awaited below. Until then, a failure must not end the process.
  reading.catch(() => undefined);
  let [rows, previousLine] = [0, null as string | null];
  const batch: string[] = [];
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Infinity })) {
      if (previousLine !== null) {
        sum.update(`${previousLine}\n`);
        rows += 1;
        batch.push(previousLine);
        if (batch.length === batchSize) await handleLines(batch.splice(0));
      }
      previousLine = line;
    }
    await reading;
    await handleLines(batch);
  } catch (error) {
    const isGzipError = (error as NodeJS.ErrnoException).code?.startsWith('Z_');
    throw isGzipError ? new StartError(`${file} is incomplete or not an archive.`) : error;
  }
  const end = END.safeParse(parseLine(previousLine));
  if (!end.success || end.data.rows !== rows || end.data.sha256 !== sum.digest('hex'))
    throw new StartError(`${file} was changed after it was created, or is incomplete.`);
  return end.data;
}

function parseLine(line: string | null): unknown {
  try {
    return JSON.parse(line ?? 'null');
  } catch {
    return null;
  }
}
