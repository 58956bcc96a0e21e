/** The largest accepted file. Checked before reading. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** The most bytes that a workbook can unpack to: about 200,000 rows of orders, far more than accepted and far less than exhausts memory. */
export const MAX_UNPACKED_BYTES = 160 * 1024 * 1024;
/** The most rows of a spreadsheet. */
export const MAX_ROWS = 1_048_576;
/** Maximum number of columns that are read. The required columns are within the first hundred. */
export const MAX_COLUMNS = 100;
/** The most filled cells of a sheet: the largest import with every column filled. */
export const MAX_CELLS = 2_000_000;
/** The most rows that a sheet's merged cells cover together: ten columns of the largest import. */
export const MAX_MERGED_ROWS = 200_000;

/** The reason why a whole file is rejected. The domain's `SheetReading` has the faults inside a sheet. */
export type FileError =
  | 'too_large'
  | 'empty_file'
  | 'not_a_workbook'
  | 'old_or_protected'
  | 'unpacks_too_large'
  | 'not_utf8'
  | 'null_bytes'
  | 'unreadable';
