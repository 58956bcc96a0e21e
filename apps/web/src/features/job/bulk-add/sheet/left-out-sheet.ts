import { isCellError, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import { writeXlsx, type CellValue } from 'hucre/xlsx';

/** Texts of the file in the user's language. */
export interface LeftOutTexts {
  readonly sheet: string;
  readonly headings: Readonly<Partial<Record<OrderField, string>>>;
  readonly row: string;
  readonly reason: string;
}

export interface LeftOutRow extends SheetRow {
  readonly reason: string;
}

const COLUMN_WIDTHS: Partial<Record<OrderField, number>> = {
  job_date: 12,
  job_name: 32,
  job_link: 40,
  quantity: 10,
  note: 40,
};

/** Returns the original value of a cell. Text that looks like a formula stays text, because strings are written as strings. */
const toCellValue = (cell: SheetCell | undefined): CellValue => (cell === undefined || isCellError(cell) ? null : cell);

/** Creates a workbook of left-out rows. The importer can read it after corrections. */
export async function buildLeftOutWorkbook(
  { sheet, headings, row, reason }: LeftOutTexts,
  fields: readonly OrderField[],
  rows: readonly LeftOutRow[],
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = [
    { width: 8 },
    { width: 60 },
    ...fields.map((field) => ({
      width: COLUMN_WIDTHS[field] ?? 24,
      ...(field === 'job_date' && { numFmt: 'dd/mm/yyyy' }),
    })),
  ];
  const lines: CellValue[][] = [
    [row, reason, ...fields.map((field) => headings[field] ?? field)],
    ...rows.map((item) => [item.row, item.reason, ...fields.map((field) => toCellValue(item.cells[field]))]),
  ];
  return new Uint8Array(await writeXlsx({ sheets: [{ name: sheet, columns, rows: lines, freezePane: { rows: 1 } }] }));
}
