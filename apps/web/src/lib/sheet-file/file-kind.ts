/** A file is taken for what its first bytes say, not for what its name says. */

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte);

/** A zip archive, which every .xlsx is. */
export const looksLikeZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b]);

/** The container of .xls, and of every workbook that is protected with a password. */
export const looksLikeOldOffice = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

const END_RECORD = 0x06054b50;
const DIRECTORY_RECORD = 0x02014b50;
const END_RECORD_BYTES = 22;
const DIRECTORY_RECORD_BYTES = 46;
const MAX_COMMENT_BYTES = 65_535;

/**
 * What an archive says it unpacks to, in bytes; undefined when it is no whole archive, or hides the size of an entry.
 * The reader stops at the size an entry declares, so an archive cannot unpack to more than it says here.
 */
export function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  if (end === undefined) return undefined;
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < entries; entry++) {
    if (at + DIRECTORY_RECORD_BYTES > view.byteLength || view.getUint32(at, true) !== DIRECTORY_RECORD)
      return undefined;
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    if (packed > 0 && unpacked === 0) return undefined;
    total += unpacked;
    at +=
      DIRECTORY_RECORD_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  return total;
}

function findEndRecord(view: DataView): number | undefined {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--) {
    if (view.getUint32(at, true) === END_RECORD) return at;
  }
  return undefined;
}
