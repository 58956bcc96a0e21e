import { Readable, type PassThrough } from 'node:stream';
import type { ExportLanguage } from '@darkroom/contract/fields';
import { BANGKOK_OFFSET_MS, type Instant } from '@darkroom/domain/calendar/day';
import { ZipFile } from 'yazl';
import type { Cell, Heading } from './cells.ts';
import {
  countRow,
  headingAlone,
  otherParts,
  rowColumns,
  rowXml,
  sheetPath,
  sheetEnd,
  sheetStart,
  type Links,
  type SheetRows,
} from './sheet-xml.ts';

export interface Table {
  /** Title of the list. */
  readonly title: string;
  readonly headings: readonly Heading[];
  /** Texts of the headings. */
  readonly titles: readonly string[];
  readonly language: ExportLanguage;
  /** Creation time in the file. */
  readonly at: Instant;
  /** Lines in pieces, as the database returns them. */
  readonly pieces: AsyncIterable<Cell[][]>;
  /** Further short sheets about the first. They are complete when the first is written. */
  readonly beside: readonly BesideTable[];
}

/** A short table next to the list, in the language of the file. */
export interface BesideTable {
  readonly title: string;
  readonly note: string | null;
  readonly headings: readonly Heading[];
  readonly titles: readonly string[];
  readonly lines: () => Cell[][];
}

/** Fast compression: the file is a tenth larger. */
const COMPRESSION = 4;

/** A zip has local time without a zone. Bangkok's hour is written, so the same instant gives the same bytes everywhere. */
function packedAt(at: Instant) {
  const wall = new Date(Date.parse(at) + BANGKOK_OFFSET_MS);
  const mtime = new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  );
  return { compressionLevel: COMPRESSION, mtime, forceDosTimestamp: true };
}

async function* sheetXml({ headings, titles, pieces }: Table, links: Links, count: SheetRows) {
  const columns = rowColumns(headings);
  yield sheetStart(headings, titles);
  for await (const lines of pieces) {
    yield lines.map((cells) => rowXml(countRow(count, cells), cells, columns, links)).join('');
  }
  yield sheetEnd(headings.length, count, links);
}

function besideXml({ headings, titles, lines }: BesideTable): string {
  const columns = rowColumns(headings);
  const count = headingAlone();
  const links: Links = [];
  const rows = lines()
    .map((cells) => rowXml(countRow(count, cells), cells, columns, links))
    .join('');
  return sheetStart(headings, titles, false) + rows + sheetEnd(headings.length, count, []);
}

/** Writes an Excel file while its rows are read, in constant memory. `onClose` is called when no more rows are needed. */
export function writeXlsx(table: Table, onClose: () => void): Readable {
  const links: Links = [];
  const count = headingAlone();
  const sheet = Readable.from(sheetXml(table, links, count), { highWaterMark: 1 });
  const zip = new ZipFile();
  const packed = packedAt(table.at);
  const body = zip.outputStream as PassThrough;
  sheet.once('close', onClose);
  body.once('close', () => sheet.destroy());
  zip.on('error', (error: Error) => body.destroy(error));
  zip.addReadStream(sheet, sheetPath(1), packed);
  sheet.once('end', () => {
    const known = { columns: table.headings.length, filtered: count.filtered, links, language: table.language };
    for (const [at, beside] of table.beside.entries())
      zip.addBuffer(Buffer.from(besideXml(beside)), sheetPath(at + 2), packed);
    const others = table.beside.map(({ title }) => title);
    for (const [path, xml] of Object.entries(otherParts(table.title, { ...known, others }))) {
      zip.addBuffer(Buffer.from(xml), path, packed);
    }
    zip.end();
  });
  return body;
}
