/** The largest file that is read. Checked before a byte of it is. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The most a workbook may unpack to: some 200,000 rows of orders, far above what is accepted, far below what exhausts memory. */
export const MAX_UNPACKED_BYTES = 160 * 1024 * 1024;
/** The most rows that a spreadsheet can have. */
export const MAX_ROWS = 1_048_576;
/** Columns that are read: what we look for is in the first hundred. */
export const MAX_COLUMNS = 100;
/** The most cells of a sheet that hold something: the largest import with every column filled. */
export const MAX_CELLS = 2_000_000;
/** The most rows that a sheet's merged cells cover together: ten columns of the largest import. */
export const MAX_MERGED_ROWS = 200_000;

/** Why a file cannot be used at all. What is wrong inside a sheet is said by the domain's `SheetReading`. */
export type FileError =
  | 'too_large'
  | 'empty_file'
  | 'not_a_workbook'
  | 'old_or_protected'
  | 'unpacks_too_large'
  | 'not_utf8'
  | 'null_bytes'
  | 'unreadable';
