import { Readable, type PassThrough } from 'node:stream';
import type { ExportLanguage } from '@darkroom/contract/fields';
import { BANGKOK_OFFSET_MS, type Instant } from '@darkroom/domain/calendar/day';
import { ZipFile } from 'yazl';
import type { ExportCell, Heading } from './cells.ts';
import {
  countRow,
  createSheetRows,
  createOtherParts,
  rowColumns,
  rowXml,
  sheetPath,
  sheetEnd,
  sheetStart,
  type Links,
  type SheetRows,
} from './sheet-xml.ts';

export interface SheetTable {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly titles: readonly string[];
  readonly language: ExportLanguage;
  /** Creation time in the file. */
  readonly at: Instant;
  /** Lines in pieces, as the database returns them. */
  readonly pieces: AsyncIterable<ExportCell[][]>;
  /** Further short sheets about the first. They are complete when the first is written. */
  readonly sideTables: readonly SideTable[];
}

/** A short table next to the list, in the language of the file. */
export interface SideTable {
  readonly title: string;
  readonly note: string | null;
  readonly headings: readonly Heading[];
  readonly titles: readonly string[];
  readonly lines: () => ExportCell[][];
}

/** Fast compression: the file is a tenth larger. */
const COMPRESSION = 4;

/**
 * Returns the options of a zip, which has local time without a zone. Bangkok's hour is written, so the same instant
 * gives the same bytes everywhere.
 */
function getZipOptions(at: Instant) {
  const bangkokTime = new Date(Date.parse(at) + BANGKOK_OFFSET_MS);
  const mtime = new Date(
    bangkokTime.getUTCFullYear(),
    bangkokTime.getUTCMonth(),
    bangkokTime.getUTCDate(),
    bangkokTime.getUTCHours(),
    bangkokTime.getUTCMinutes(),
    bangkokTime.getUTCSeconds(),
  );
  return { compressionLevel: COMPRESSION, mtime, forceDosTimestamp: true };
}

async function* sheetXml({ headings, titles, pieces }: SheetTable, links: Links, rowCounts: SheetRows) {
  const columns = rowColumns(headings);
  yield sheetStart(headings, titles);
  for await (const lines of pieces) {
    yield lines.map((cells) => rowXml(countRow(rowCounts, cells), cells, columns, links)).join('');
  }
  yield sheetEnd(headings.length, rowCounts, links);
}

function sideTableXml({ headings, titles, lines }: SideTable): string {
  const columns = rowColumns(headings);
  const rowCounts = createSheetRows();
  const links: Links = [];
  const rows = lines()
    .map((cells) => rowXml(countRow(rowCounts, cells), cells, columns, links))
    .join('');
  return sheetStart(headings, titles, false) + rows + sheetEnd(headings.length, rowCounts, []);
}

/** Writes an Excel file while its rows are read, in constant memory. `onClose` is called when no more rows are needed. */
export function writeXlsx(table: SheetTable, onClose: () => void): Readable {
  const links: Links = [];
  const rowCounts = createSheetRows();
  const sheet = Readable.from(sheetXml(table, links, rowCounts), { highWaterMark: 1 });
  const zip = new ZipFile();
  const zipOptions = getZipOptions(table.at);
  const body = zip.outputStream as PassThrough;
  sheet.once('close', onClose);
  body.once('close', () => sheet.destroy());
  // The zip does not listen to the errors of its streams.
  for (const source of [zip, sheet]) source.on('error', (error: Error) => body.destroy(error));
  zip.addReadStream(sheet, sheetPath(1), zipOptions);
  sheet.once('end', () => {
    const firstSheet = {
      columns: table.headings.length,
      filtered: rowCounts.filtered,
      links,
      language: table.language,
    };
    for (const [index, sideTable] of table.sideTables.entries())
      zip.addBuffer(Buffer.from(sideTableXml(sideTable)), sheetPath(index + 2), zipOptions);
    const otherTitles = table.sideTables.map(({ title }) => title);
    for (const [path, xml] of Object.entries(createOtherParts(table.title, { ...firstSheet, others: otherTitles }))) {
      zip.addBuffer(Buffer.from(xml), path, zipOptions);
    }
    zip.end();
  });
  return body;
}
