import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { saveFile } from '../download.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const [MIN_WIDTH, MAX_WIDTH] = [14, 60];

type Rows = readonly (readonly CellValue[])[];

/**
 * Creates a workbook with one sheet. The first row has the headings. Text that looks like a formula stays text.
 * @param days columns (from 0) of days
 */
export async function createSheet(
  name: string,
  rows: Rows,
  days: readonly number[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = (rows[0] ?? []).map((_, column) => {
    const isDay = days.includes(column);
    const lengths = isDay ? [] : rows.map((row) => String(row[column] ?? '').length + 4);
    const width = Math.min(
      MAX_WIDTH,
      lengths.reduce((longest, length) => Math.max(longest, length), MIN_WIDTH),
    );
    return { width, ...(isDay && { numFmt: 'dd/mm/yyyy' }) };
  });
  const sheets = [{ name: name.slice(0, 31), columns, rows: rows.map((row) => [...row]), freezePane: { rows: 1 } }];
  return new Uint8Array(await writeXlsx({ sheets }));
}

/** Saves rows as a workbook, see `createSheet`. */
export async function saveSheet(name: string, rows: Rows, days?: readonly number[]): Promise<void> {
  saveFile(new Blob([await createSheet(name, rows, days)], { type: XLSX }), `${name}.xlsx`);
}
