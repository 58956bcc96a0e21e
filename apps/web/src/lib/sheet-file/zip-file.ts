const END_RECORD = 0x06054b50;
const DIRECTORY_RECORD = 0x02014b50;
const END_RECORD_BYTES = 22;
const DIRECTORY_RECORD_BYTES = 46;
const LOCAL_RECORD_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** A zip archive. Names of parts ignore case and the kind of slash. */
export interface Archive {
  /** The unpacked bytes that the archive declares. No part is unpacked beyond that. */
  readonly unpacked: number;
  /** Returns the text of a part. Undefined if the part is missing. */
  readonly readText: (name: string) => Promise<string | undefined>;
}

interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** Opens an archive. Undefined if it is incomplete or hides the size of a part. */
export function openArchive(bytes: Uint8Array): Archive | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  if (end === undefined) return undefined;
  const entries = new Map<string, Entry>();
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < count; entry++) {
    if (offset + DIRECTORY_RECORD_BYTES > view.byteLength || view.getUint32(offset, true) !== DIRECTORY_RECORD)
      return undefined;
    const packed = view.getUint32(offset + 20, true);
    const unpacked = view.getUint32(offset + 24, true);
    if (packed > 0 && unpacked === 0) return undefined;
    total += unpacked;
    const nameEnd = offset + DIRECTORY_RECORD_BYTES + view.getUint16(offset + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(offset + DIRECTORY_RECORD_BYTES, nameEnd));
    entries.set(keyOf(name), {
      method: view.getUint16(offset + 10, true),
      crc: view.getUint32(offset + 16, true),
      packed,
      unpacked,
      offset: view.getUint32(offset + 42, true),
    });
    offset = nameEnd + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return {
    unpacked: total,
    readText: async (name) => {
      const entry = entries.get(keyOf(name));
      return entry && new TextDecoder().decode(await unpack(bytes, view, entry));
    },
  };
}

function findEndRecord(view: DataView): number | undefined {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT_BYTES); offset--) {
    if (view.getUint32(offset, true) === END_RECORD) return offset;
  }
  return undefined;
}

async function unpack(bytes: Uint8Array, view: DataView, entry: Entry): Promise<Uint8Array> {
  const start =
    entry.offset +
    LOCAL_RECORD_BYTES +
    view.getUint16(entry.offset + 26, true) +
    view.getUint16(entry.offset + 28, true);
  const packed = bytes.slice(start, start + entry.packed);
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new Error(`packing method ${entry.method}`);
  const unpacked = entry.method === STORED ? packed : await inflate(packed, entry.unpacked);
  if (computeCrc(unpacked) !== entry.crc) throw new Error('damaged part');
  return unpacked;
}

async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array> {
  const unpacked = new Uint8Array(size);
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let offset = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return unpacked.subarray(0, offset);
    if (offset + value.length > size) {
      await reader.cancel();
      throw new Error('part is larger than declared');
    }
    unpacked.set(value, offset);
    offset += value.length;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}
