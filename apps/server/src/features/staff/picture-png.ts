import { crc32, inflateSync } from 'node:zlib';
import { z } from 'zod';
import type { Found } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What makes the picture; everything else a PNG may carry is left out. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Values of a pixel, by colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const MOST_PIXELS = 4096;

/** A PNG: every chunk with its sum, the rows unpacked and counted. Animated ones lose their other pictures. */
export function readPng(bytes: Buffer): Found {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return null;
  const kept: Buffer[] = [SIGNATURE];
  const rows: Buffer[] = [];
  const seen = new Set<string>();
  let last = '';
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length || last === 'IEND') return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) return null;
    if (!/^[A-Za-z]{4}$/.test(type) || (at === 8) !== (type === 'IHDR')) return null;
    // Those that matter stand once, and the rows' pieces side by side.
    if (KEPT.has(type) && seen.has(type) && !(type === 'IDAT' && last === 'IDAT')) return null;
    if (/^[A-Z]/.test(type) && !KEPT.has(type)) return null;
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IDAT') rows.push(bytes.subarray(at + 8, end - 4));
    seen.add(type);
    last = type;
    at = end;
  }
  if (last !== 'IEND' || rows.length === 0) return null;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const [depth = 0, colour = 0, packing, filter, interlace] = bytes.subarray(24, 29);
  const known =
    DEPTHS[colour]?.includes(depth) && packing === 0 && filter === 0 && (interlace === 0 || interlace === 1);
  if (!known || Math.max(width, height) > MOST_PIXELS) return null;
  if (colour === 3 && !seen.has('PLTE')) return null;
  const bits = depth * (SAMPLES[colour] ?? 0);
  const size = interlace ? interlacedSize(width, height, bits) : passSize(width, height, bits);
  return unpackedSize(Buffer.concat(rows), size) === size ? { width, height, bytes: Buffer.concat(kept) } : null;
}

const passSize = (width: number, height: number, bits: number): number =>
  width === 0 || height === 0 ? 0 : height * (1 + Math.ceil((width * bits) / 8));

// Adam7: where each of the seven passes begins, and its steps.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const interlacedSize = (width: number, height: number, bits: number): number =>
  PASSES.reduce(
    (sum, [x, y, across, down]) =>
      sum + passSize(Math.ceil((width - x) / across), Math.ceil((height - y) / down), bits),
    0,
  );

// What zlib answers when it is asked for `info`, of which its types know nothing.
const withInfo = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) });

// One byte more than it should be is enough to know.
function unpackedSize(packed: Buffer, size: number): number {
  try {
    const { buffer, engine } = withInfo.parse(inflateSync(packed, { maxOutputLength: size + 1, info: true }));
    return engine.bytesWritten === packed.length ? buffer.length : -1;
  } catch {
    return -1;
  }
}
