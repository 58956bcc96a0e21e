import { writeXlsx } from 'hucre/xlsx';
import { saveFile } from '../../lib/download.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves rows of texts as a workbook. The first row has the headings. */
export async function saveSheet(name: string, rows: readonly (readonly (string | number)[])[]): Promise<void> {
  const columns = (rows[0] ?? []).map((heading) => ({ width: Math.max(14, String(heading).length + 4) }));
  const sheets = [{ name: name.slice(0, 31), columns, rows: rows.map((row) => [...row]), freezePane: { rows: 1 } }];
  saveFile(new Blob([new Uint8Array(await writeXlsx({ sheets }))], { type: XLSX }), `${name}.xlsx`);
}
