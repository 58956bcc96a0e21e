import type { Found } from './picture.ts';

const [SOI, EOI, SOS, COM] = [0xd8, 0xd9, 0xda, 0xfe];
/** Frames browsers draw: baseline, extended, progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Tables the picture is drawn by. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);
/** Says how the colours are meant; without it some pictures turn green. */
const ADOBE = 0xee;
const ADOBE_LENGTH = 14;

/** A JPEG: every segment and scan, to the very end. What applications put beside it (places, thumbnails, comments) is left out. */
export function readJpeg(bytes: Buffer): Found {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; at < bytes.length;) {
    const start = at;
    if (bytes[at] !== 0xff) return null;
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) {
      if (at + 2 !== bytes.length || !size || scans === 0) return null;
      return { ...size, bytes: Buffer.concat([...kept, Buffer.from([0xff, EOI])]) };
    }
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    const segment = bytes.subarray(at + 4, end);
    if (FRAMES.has(marker)) {
      if (size || segment.length < 6 || segment[0] !== 8) return null;
      size = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) };
    } else if (marker === SOS) {
      if (!size) return null;
      scans += 1;
      end = endOfScan(bytes, end);
    } else if (marker === ADOBE) {
      const adobe = length === ADOBE_LENGTH && segment.toString('latin1', 0, 5) === 'Adobe';
      if (adobe) kept.push(bytes.subarray(start, end));
      at = end;
      continue;
    } else if (!TABLES.has(marker)) {
      if (marker !== COM && (marker < 0xe0 || marker > 0xef)) return null;
      at = end;
      continue;
    }
    kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

// The next marker that is neither a stuffed byte nor a restart within the scan.
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at;
    at += next === 0xff ? 1 : 2;
  }
}
