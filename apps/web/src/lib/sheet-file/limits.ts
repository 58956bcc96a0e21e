/** The largest file that is read. Checked before a byte of it is. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The most a workbook may unpack to: some 200,000 rows of orders, far above what is accepted, far below what exhausts memory. */
export const MAX_UNPACKED_BYTES = 160 * 1024 * 1024;

/** Why a file cannot be used at all. What is wrong inside a sheet is said by the domain's `SheetReading`. */
export type FileTrouble =
  | 'too_large'
  | 'empty_file'
  | 'not_a_workbook'
  | 'old_or_protected'
  | 'unpacks_too_large'
  | 'not_utf8'
  | 'null_bytes'
  | 'unreadable';
