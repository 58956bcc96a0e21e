import { isFault, type Cell } from '@darkroom/domain/order-sheet/cell';
import type { OrderField, SheetRow } from '@darkroom/domain/order-sheet/fields';
import { writeXlsx, type CellValue } from 'hucre/xlsx';

/** The words of the file in the person's language. */
export interface LeftOutWords {
  readonly sheet: string;
  readonly headings: Readonly<Partial<Record<OrderField, string>>>;
  readonly row: string;
  readonly reason: string;
}

export interface LeftOutRow extends SheetRow {
  readonly reason: string;
}

const WIDTHS: Partial<Record<OrderField, number>> = {
  job_date: 12,
  job_name: 32,
  job_link: 40,
  quantity: 10,
  note: 40,
};

/** A cell as it came. What looks like a formula is text: a string is written as one. */
const valueOf = (cell: Cell | undefined): CellValue => (cell === undefined || isFault(cell) ? null : cell);

/** Rows that were left out, as a workbook the importer reads again once they are mended. */
export async function makeLeftOut(
  { sheet, headings, row, reason }: LeftOutWords,
  fields: readonly OrderField[],
  rows: readonly LeftOutRow[],
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = [
    { width: 8 },
    { width: 60 },
    ...fields.map((field) => ({
      width: WIDTHS[field] ?? 24,
      ...(field === 'job_date' && { numFmt: 'dd/mm/yyyy' }),
    })),
  ];
  const lines: CellValue[][] = [
    [row, reason, ...fields.map((field) => headings[field] ?? field)],
    ...rows.map((one) => [one.row, one.reason, ...fields.map((field) => valueOf(one.cells[field]))]),
  ];
  return new Uint8Array(await writeXlsx({ sheets: [{ name: sheet, columns, rows: lines, freezePane: { rows: 1 } }] }));
}
