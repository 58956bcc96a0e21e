import { getDecimalMark, type DecimalMark } from '@darkroom/domain/number/parse';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { PassThrough, Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { setFonts } from './fonts.ts';
import { formatExportCell, isTotal, type ExportCell, type Heading } from './cells.ts';

// Imported as text, because a thread cannot start from the middle of a bundle.
import workerSource from './pdf-worker.cjs?raw';
import { isNumeric } from './sheet-xml.ts';
import type { SideTable, SheetTable } from './xlsx-file.ts';

export interface Print extends SheetTable {
  /** Lines under the title: the filter, one line for each field. */
  readonly headingLines: readonly string[];
  /** `Page {{page}} of {{pages}}` in the user's language. */
  readonly pageWords: string;
  /** Text before the sums of columns. */
  readonly totalWords: string;
  /** Name of the user who printed it, in the document's properties. */
  readonly author: string | null;
  /** Returns upright pages with their own layout, which replace the table. */
  readonly pages?: () => Content[];
}

const GREY = '#595959';
const MARGIN = 28;
/** Width of A4 landscape, in points. */
const PAPER_WIDTH = 841.89;
const PADDING = 6;
const FONT_SIZE = 7;
/** Width of a character at that size: the average, and the maximum for words of digits. */
const CHARACTER_WIDTH = FONT_SIZE * 0.55;
const WIDE_CHARACTER_WIDTH = FONT_SIZE * 0.6;
/** Width of a digit and a decimal mark in Roboto Regular. */
const DIGIT_WIDTH = FONT_SIZE * 0.562;
const MARK_WIDTH: Record<DecimalMark, number> = { '.': FONT_SIZE * 0.264, ',': FONT_SIZE * 0.197 };
/** Positions where text can break. Chinese characters, kana and hangul break anywhere. */
const WORD_BREAK = /[ \n]+|(?<=[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])/;
/** A longer word is an address, and breaks at the end of its column. */
const MAX_WORD_LENGTH = 30;
/** A row that can have more lines breaks at the end of the page, because it could be higher than the page. */
const MAX_LINES_PER_ROW = 40;

/** Texts of a table for the layout. */
interface TableTexts {
  readonly language: Print['language'];
  readonly titles: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** Lines that are totals. */
  readonly totals?: ReadonlySet<readonly string[]>;
}

/**
 * Calculates widths in points from the widths in characters, up to an optional limit. A column fits its longest word,
 * at the cost of columns with space.
 */
function calculateWidths(
  headings: readonly Heading[],
  tableTexts: TableTexts,
  getFreeSpace: FreeSpace,
  maxWidth = Infinity,
): number[] {
  const { titles, lines } = tableTexts;
  const available = PAPER_WIDTH - 2 * MARGIN - headings.length * PADDING;
  const neededWidths = headings.map((_, index) =>
    lines.reduce(
      (need, line) =>
        Math.max(need, findLongestWord([line], index) * WIDE_CHARACTER_WIDTH + getFreeSpace(line[index] ?? '', index)),
      findLongestWord([titles], index) * WIDE_CHARACTER_WIDTH,
    ),
  );
  const totalNeeded = Math.max(
    available,
    neededWidths.reduce((sum, need) => sum + need, 0),
  );
  const minWidths = neededWidths.map((need) => (need * available) / totalNeeded);
  const widths: number[] = [...minWidths];
  let flexible = headings.map((_, index) => index);
  for (;;) {
    const fixedWidth = headings.reduce((sum, _, index) => (flexible.includes(index) ? sum : sum + widths[index]!), 0);
    const flexibleUnits = flexible.reduce((sum, at) => sum + headings[at]!.width, 0);
    for (const at of flexible)
      widths[at] = headings[at]!.width * Math.min(maxWidth, (available - fixedWidth) / flexibleUnits);
    const tooNarrow = flexible.filter((at) => widths[at]! < minWidths[at]!);
    if (tooNarrow.length === 0) return widths;
    for (const at of tooNarrow) widths[at] = minWidths[at]!;
    flexible = flexible.filter((at) => !tooNarrow.includes(at));
  }
}

function findLongestWord(lines: readonly (readonly string[])[], at: number): number {
  let longest = 0;
  for (const line of lines)
    for (const { length } of line[at]?.split(WORD_BREAK) ?? [])
      if (length > longest && length <= MAX_WORD_LENGTH) longest = length;
  return longest;
}

/** Returns true if every row can stay whole at the end of a page. */
const canKeepRowsWhole = ({ lines }: TableTexts, widths: readonly number[]): boolean =>
  lines.every((line) =>
    line.every((text, index) => {
      if (text.length < MAX_LINES_PER_ROW) return true;
      const perLine = Math.max(1, Math.floor((widths[index] ?? 0) / WIDE_CHARACTER_WIDTH));
      return (
        text.split('\n').reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / perLine)), 0) <=
        MAX_LINES_PER_ROW
      );
    }),
  );

// A word longer than its column would run into the next one, so only such a word breaks anywhere.
function breakLongWords(text: string, width: number): Content {
  const fits = (part: string) => part.length * CHARACTER_WIDTH <= width;
  if (text.length === 0 || text.split(/[ \n]+/).every(fits)) return text;
  return text.split(/([ \n]+)/).map((part) => (fits(part) ? { text: part } : { text: part, wordBreak: 'break-all' }));
}

const countDecimals = (text: string, mark: DecimalMark): number =>
  text.length - (text.lastIndexOf(mark) + 1 || text.length);

/** Returns the free space after a text in its column, in points. */
type FreeSpace = (text: string, at: number) => number;

/**
 * Measures the free space after an amount with fewer decimals than the longest in its column. Decimal marks are then
 * aligned as on the screens.
 */
function measureFreeSpace(headings: readonly Heading[], { lines, language }: TableTexts): FreeSpace {
  const mark = getDecimalMark(language);
  const maxDecimals = headings.map(({ kind }, index) =>
    kind === 'money'
      ? lines.reduce((longest, line) => Math.max(longest, countDecimals(line[index] ?? '', mark)), 0)
      : 0,
  );
  return (text, at) => {
    const missingDecimals = (maxDecimals[at] ?? 0) - countDecimals(text, mark);
    return text === '' || missingDecimals <= 0
      ? 0
      : missingDecimals * DIGIT_WIDTH + (missingDecimals === maxDecimals[at] ? MARK_WIDTH[mark] : 0);
  };
}

/** Creates a table of these texts under its titles. It fits the paper. */
function createTable(
  headings: readonly Heading[],
  tableTexts: TableTexts,
  options: { maxWidth?: number; total?: readonly string[] } = {},
) {
  const measured = options.total ? { ...tableTexts, lines: [...tableTexts.lines, options.total] } : tableTexts;
  const getFreeSpace = measureFreeSpace(headings, measured);
  const widths = calculateWidths(headings, measured, getFreeSpace, options.maxWidth);
  const createCell = (text: string, at: number, freeSpace: number): TableCell => ({
    text: breakLongWords(text, (widths[at] ?? 0) - freeSpace),
    ...(headings[at] && (headings[at].end || isNumeric(headings[at].kind)) ? { alignment: 'right' as const } : {}),
    ...(freeSpace > 0 ? { margin: [0, 0, freeSpace, 0] as const } : {}),
  });
  const title = (text: string, at: number) => createCell(text, at, 0);
  const cell = (text: string, at: number) => createCell(text, at, getFreeSpace(text, at));
  const bold = (cells: readonly TableCell[]): TableCell[] =>
    cells.map((item) => ({ ...(item as object), bold: true }) as TableCell);
  const body = [
    bold(tableTexts.titles.map(title)),
    ...tableTexts.lines.map((line) => (tableTexts.totals?.has(line) ? bold(line.map(cell)) : line.map(cell))),
    ...(options.total ? [bold(options.total.map(cell))] : []),
  ];
  return { headerRows: 1, dontBreakRows: canKeepRowsWhole(tableTexts, widths), widths, body };
}

/** Creates a function that formats a line's cells. A day stays on one line, an instant can break before its time. */
const createLineFormatter =
  (headings: readonly Heading[], language: Print['language']) => (line: readonly ExportCell[]) =>
    headings.map(({ kind }, index) => {
      const text = formatExportCell(line[index] ?? null, kind, language).toWellFormed();
      if (kind === 'day') return text.replaceAll(' ', '\u00a0');
      return kind === 'instant' ? text.replaceAll(/ (?=.* )/g, '\u00a0') : text;
    });

/** Maximum number of rows that stay on one page with their title. */
const MAX_ROWS_TOGETHER = 30;

/** Creates a short table under the list, as wide as its columns need. Returns nothing for a table without lines. */
function createSection({ title, note, headings, titles, lines }: SideTable, language: Print['language']): Content[] {
  const allLines = lines();
  if (allLines.length === 0) return [];
  const tableTexts = { language, titles, lines: allLines.map(createLineFormatter(headings, language)) };
  return [
    {
      unbreakable: allLines.length <= MAX_ROWS_TOGETHER,
      stack: [
        { text: title, fontSize: 10, bold: true, margin: [0, 12, 0, 1] },
        ...(note === null ? [] : [{ text: note, color: GREY, margin: [0, 0, 0, 1] } satisfies Content]),
        { layout: 'list', table: createTable(headings, tableTexts, { maxWidth: CHARACTER_WIDTH }) },
      ],
    },
  ];
}

async function createDocument(print: Print): Promise<TDocumentDefinitions> {
  const formatLine = createLineFormatter(print.headings, print.language);
  const writtenLines: string[][] = [];
  const totals = new Set<string[]>();
  const sums = print.headings.map(() => 0);
  for await (const lines of print.pieces) {
    for (const line of lines) {
      print.headings.forEach(({ sum }, index) => {
        if (sum) sums[index] = (sums[index] ?? 0) + toThousandths(Number(line[index] ?? 0));
      });
      const texts = formatLine(line);
      if (isTotal(line)) totals.add(texts);
      writtenLines.push(texts);
    }
  }
  const common = {
    info: {
      title: print.title,
      ...(print.author !== null && { author: print.author }),
      creator: 'Darkroom',
      producer: 'Darkroom',
      creationDate: new Date(print.at),
    },
    language: print.language,
    pageSize: 'A4' as const,
  };
  if (print.pages)
    return {
      ...common,
      pageMargins: [40, 40, 40, 40],
      defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.2 },
      content: print.pages(),
    };
  const first = print.headings.findIndex(({ sum }) => sum);
  // A single line needs no total.
  const total =
    first >= 0 && writtenLines.length > 1
      ? print.headings.map(({ sum, kind }, index) =>
          sum
            ? formatExportCell(fromThousandths(sums[index] ?? 0), kind, print.language)
            : index === 0
              ? print.totalWords
              : '',
        )
      : null;
  const tableTexts = { language: print.language, titles: print.titles, lines: writtenLines, totals };
  return {
    ...common,
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    defaultStyle: { font: 'Roboto', fontSize: FONT_SIZE, lineHeight: 1.1 },
    content: [
      { text: print.title, fontSize: 14, bold: true, margin: [0, 0, 0, 2] },
      ...print.headingLines.map((text) => ({
        text,
        fontSize: 8,
        color: GREY,
        margin: [0, 0, 0, 1] as [number, number, number, number],
      })),
      { layout: 'list', margin: [0, 6, 0, 0], table: createTable(print.headings, tableTexts, total ? { total } : {}) },
      ...print.sideTables.flatMap((sideTable) => createSection(sideTable, print.language)),
    ],
  };
}

/** Writes a PDF. Its lines are read at once, and a thread lays it out. Both end when the reader leaves. */
export function writePdf(print: Print, onRead: () => void): Readable {
  const body = new PassThrough();
  let worker: Worker | undefined;
  body.once('close', () => {
    onRead();
    void worker?.terminate();
  });
  const fail = (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error)));
  createDocument(print)
    .then((document) => {
      onRead();
      if (body.destroyed) return;
      const { content, letters } = setFonts(document.content);
      worker = new Worker(workerSource, {
        eval: true,
        workerData: { from: import.meta.url, document: { ...document, content }, letters, pageWords: print.pageWords },
      });
      worker.once('message', (bytes: Uint8Array) => body.end(bytes));
      worker.once('error', fail);
      worker.once('exit', (code) => code !== 0 && fail(new Error(`The PDF's thread ended with ${code}`)));
    })
    .catch(fail);
  return body;
}

/** Prints a PDF of upright pages that another feature laid out, with the letters and page numbers of all files. */
export const printPages = (
  print: Pick<Print, 'title' | 'language' | 'at' | 'pageWords' | 'author'> & { pages: NonNullable<Print['pages']> },
): Readable =>
  writePdf(
    { ...print, headings: [], titles: [], pieces: Readable.from([]), headingLines: [], sideTables: [], totalWords: '' },
    () => undefined,
  );
