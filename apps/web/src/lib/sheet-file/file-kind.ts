/** A file is taken for what its first bytes say, not for what its name says. */

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte);

/** A zip archive, which every .xlsx is. */
export const looksLikeZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b]);

/** The container of .xls, and of every workbook that is protected with a password. */
export const looksLikeOldOffice = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
