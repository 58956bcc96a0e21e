import type { Found } from './picture.ts';

/** Flags of VP8X that speak of a picture's transparency; those of profiles, metadata and animation are cleared. */
const ALPHA = 0x10;

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

/** A WebP: the box exactly as long as it says, one still picture in it. Profiles, EXIF and XMP are left out. */
export function readWebp(bytes: Buffer): Found {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) !== bytes.length - 8) return null;
  const chunks = readChunks(bytes);
  if (!chunks) return null;
  const [first] = chunks;
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const picture = pictures[0];
  if (!first || !picture || pictures.length > 1 || chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) {
    return null;
  }
  const size = picture.type === 'VP8 ' ? sizeOfLossy(picture.data) : sizeOfLossless(picture.data);
  if (!size) return null;
  if (first.type !== 'VP8X') return chunks.length === 1 ? { ...size, bytes } : null;
  if (first.data.length !== 10) return null;
  const canvas = { width: first.data.readUIntLE(4, 3) + 1, height: first.data.readUIntLE(7, 3) + 1 };
  if (canvas.width !== size.width || canvas.height !== size.height) return null;
  const head = Buffer.from(first.whole);
  const alpha = chunks.filter(({ type }) => type === 'ALPH');
  if (alpha.length > 1) return null;
  head.writeUInt8(first.data.readUInt8(0) & ALPHA, 8);
  const body = Buffer.concat([head, ...alpha.map(({ whole }) => whole), picture.whole]);
  const box = Buffer.from(bytes.subarray(0, 12));
  box.writeUInt32LE(body.length + 4, 4);
  return { ...size, bytes: Buffer.concat([box, body]) };
}

const KNOWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'EXIF', 'XMP ', 'ANIM', 'ANMF']);

function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = 12; at < bytes.length;) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (!KNOWN.has(type) || end > bytes.length) return null;
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length), whole: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
}

function sizeOfLossy(data: Buffer) {
  // A key frame, its start code, then 14 bits each.
  if ((data.readUInt8(0) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function sizeOfLossless(data: Buffer) {
  if (data.readUInt8(0) !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  if (bits >>> 29 !== 0) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
