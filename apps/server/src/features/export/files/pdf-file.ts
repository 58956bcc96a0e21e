import { markOf, type DecimalMark } from '@darkroom/domain/number/read';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { PassThrough, Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { setLetters } from './fonts.ts';
import { cellInWords, isTotal, type Cell, type Heading } from './cells.ts';

// As text: a thread cannot be started from the middle of a bundle.
import workerSource from './pdf-worker.cjs?raw';
import { isNumeric } from './sheet-xml.ts';
import type { BesideTable, Table } from './xlsx-file.ts';

export interface Print extends Table {
  /** What stands under the title: the filter, one line for each thing it says. */
  readonly about: readonly string[];
  /** `Page {{page}} of {{pages}}` in the person's language. */
  readonly pageWords: string;
  /** What stands before the sums, where a column is added up. */
  readonly totalWords: string;
  /** Who printed it: one of the document's own properties. */
  readonly author: string | null;
  /** In the place of the table: pages that were laid out by themselves, upright. */
  readonly pages?: () => Content[];
}

const QUIET = '#595959';
const MARGIN = 28;
/** A4 on its side, in points. */
const PAPER = 841.89;
const PADDING = 6;
const FONT_SIZE = 7;
/** What a character of that size takes: on average, and at most where words are figures. */
const CHARACTER = FONT_SIZE * 0.55;
const FIGURE = FONT_SIZE * 0.6;
/** What a digit and a decimal mark of Roboto take, in its regular letters. */
const DIGIT = FONT_SIZE * 0.562;
const MARK: Record<DecimalMark, number> = { '.': FONT_SIZE * 0.264, ',': FONT_SIZE * 0.197 };
/** Between what words break: Chinese signs, kana and hangul anywhere. */
const WORDS = /[ \n]+|(?<=[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])/;
/** A longer word is an address, and broken where its column ends. */
const LONGEST_WORD = 30;
/** A row that may be higher than so many lines is broken where the page ends: whole it might be higher than the page. */
const WHOLE_LINES = 40;

/** A table's words, as they are to be laid out. */
interface Words {
  readonly language: Print['language'];
  readonly titles: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** Which of the lines add others up. */
  readonly totals?: ReadonlySet<readonly string[]>;
}

/**
 * Widths in points in the proportion of the columns' widths in characters: they fill the paper, or are no wider than so much a character. A
 * column is as wide as its longest word (a number, a day), at the cost of those that have room.
 */
function widthsOf(headings: readonly Heading[], words: Words, restAt: RestAt, most = Infinity): number[] {
  const { titles, lines } = words;
  const room = PAPER - 2 * MARGIN - headings.length * PADDING;
  const needs = headings.map((_, at) =>
    lines.reduce(
      (need, line) => Math.max(need, longestWord([line], at) * FIGURE + restAt(line[at] ?? '', at)),
      longestWord([titles], at) * FIGURE,
    ),
  );
  const whole = Math.max(
    room,
    needs.reduce((sum, need) => sum + need, 0),
  );
  const least = needs.map((need) => (need * room) / whole);
  const widths: number[] = [...least];
  let open = headings.map((_, at) => at);
  for (;;) {
    const taken = headings.reduce((sum, _, at) => (open.includes(at) ? sum : sum + widths[at]!), 0);
    const wanted = open.reduce((sum, at) => sum + headings[at]!.width, 0);
    for (const at of open) widths[at] = headings[at]!.width * Math.min(most, (room - taken) / wanted);
    const narrow = open.filter((at) => widths[at]! < least[at]!);
    if (narrow.length === 0) return widths;
    for (const at of narrow) widths[at] = least[at]!;
    open = open.filter((at) => !narrow.includes(at));
  }
}

function longestWord(lines: readonly (readonly string[])[], at: number): number {
  let longest = 0;
  for (const line of lines)
    for (const { length } of line[at]?.split(WORDS) ?? [])
      if (length > longest && length <= LONGEST_WORD) longest = length;
  return longest;
}

/** Whether every row can be kept whole at a page's end. */
const fitPages = ({ lines }: Words, widths: readonly number[]): boolean =>
  lines.every((line) =>
    line.every((text, at) => {
      if (text.length < WHOLE_LINES) return true;
      const perLine = Math.max(1, Math.floor((widths[at] ?? 0) / FIGURE));
      return (
        text.split('\n').reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / perLine)), 0) <= WHOLE_LINES
      );
    }),
  );

// A word longer than its column would run into the next one: it alone is broken anywhere.
function broken(text: string, width: number): Content {
  const fits = (part: string) => part.length * CHARACTER <= width;
  if (text.length === 0 || text.split(/[ \n]+/).every(fits)) return text;
  return text.split(/([ \n]+)/).map((part) => (fits(part) ? { text: part } : { text: part, wordBreak: 'break-all' }));
}

/** How many decimals an amount is written with. */
const decimalsOf = (text: string, mark: DecimalMark): number =>
  text.length - (text.lastIndexOf(mark) + 1 || text.length);

/** What a text leaves free behind it in its column, in points. */
type RestAt = (text: string, at: number) => number;

/** An amount leaves free what its decimals are shorter than the longest of its column: the decimal marks stand under each other, as on the screens. */
function restsOf(headings: readonly Heading[], { lines, language }: Words): RestAt {
  const mark = markOf(language);
  const most = headings.map(({ kind }, at) =>
    kind === 'money' ? lines.reduce((longest, line) => Math.max(longest, decimalsOf(line[at] ?? '', mark)), 0) : 0,
  );
  return (text, at) => {
    const missing = (most[at] ?? 0) - decimalsOf(text, mark);
    return text === '' || missing <= 0 ? 0 : missing * DIGIT + (missing === most[at] ? MARK[mark] : 0);
  };
}

/** A table of these words under its titles, as the paper has room for it. */
function tableOf(
  headings: readonly Heading[],
  words: Words,
  options: { most?: number; total?: readonly string[] } = {},
) {
  const written = options.total ? { ...words, lines: [...words.lines, options.total] } : words;
  const restAt = restsOf(headings, written);
  const widths = widthsOf(headings, written, restAt, options.most);
  const withRest = (text: string, at: number, rest: number): TableCell => ({
    text: broken(text, (widths[at] ?? 0) - rest),
    ...(headings[at] && (headings[at].end || isNumeric(headings[at].kind)) ? { alignment: 'right' as const } : {}),
    ...(rest > 0 ? { margin: [0, 0, rest, 0] as const } : {}),
  });
  const title = (text: string, at: number) => withRest(text, at, 0);
  const cell = (text: string, at: number) => withRest(text, at, restAt(text, at));
  const bold = (cells: readonly TableCell[]): TableCell[] =>
    cells.map((one) => ({ ...(one as object), bold: true }) as TableCell);
  const body = [
    bold(words.titles.map(title)),
    ...words.lines.map((line) => (words.totals?.has(line) ? bold(line.map(cell)) : line.map(cell))),
    ...(options.total ? [bold(options.total.map(cell))] : []),
  ];
  return { headerRows: 1, dontBreakRows: fitPages(words, widths), widths, body };
}

/** A line's cells as texts. A day stays on one line; an instant may break before its time. */
const textsOf = (headings: readonly Heading[], language: Print['language']) => (line: readonly Cell[]) =>
  headings.map(({ kind }, at) => {
    const text = cellInWords(line[at] ?? null, kind, language).toWellFormed();
    if (kind === 'day') return text.replaceAll(' ', '\u00a0');
    return kind === 'instant' ? text.replaceAll(/ (?=.* )/g, '\u00a0') : text;
  });

/** So many rows stay on one page with their title. */
const TOGETHER = 30;

/** A short table under the list, no wider than its columns are; one without lines is left out. */
function sectionOf({ title, note, headings, titles, lines }: BesideTable, language: Print['language']): Content[] {
  const all = lines();
  if (all.length === 0) return [];
  const words = { language, titles, lines: all.map(textsOf(headings, language)) };
  return [
    {
      unbreakable: all.length <= TOGETHER,
      stack: [
        { text: title, fontSize: 10, bold: true, margin: [0, 12, 0, 1] },
        ...(note === null ? [] : [{ text: note, color: QUIET, margin: [0, 0, 0, 1] } satisfies Content]),
        { layout: 'list', table: tableOf(headings, words, { most: CHARACTER }) },
      ],
    },
  ];
}

async function documentOf(print: Print): Promise<TDocumentDefinitions> {
  const inWords = textsOf(print.headings, print.language);
  const written: string[][] = [];
  const totals = new Set<string[]>();
  const sums = print.headings.map(() => 0);
  for await (const lines of print.pieces) {
    for (const line of lines) {
      print.headings.forEach(({ sum }, at) => {
        if (sum) sums[at] = (sums[at] ?? 0) + toThousandths(Number(line[at] ?? 0));
      });
      const texts = inWords(line);
      if (isTotal(line)) totals.add(texts);
      written.push(texts);
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
  // One line is its own total.
  const total =
    first >= 0 && written.length > 1
      ? print.headings.map(({ sum, kind }, at) =>
          sum ? cellInWords(fromThousandths(sums[at] ?? 0), kind, print.language) : at === 0 ? print.totalWords : '',
        )
      : null;
  const words = { language: print.language, titles: print.titles, lines: written, totals };
  return {
    ...common,
    pageOrientation: 'landscape',
    pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN],
    defaultStyle: { font: 'Roboto', fontSize: FONT_SIZE, lineHeight: 1.1 },
    content: [
      { text: print.title, fontSize: 14, bold: true, margin: [0, 0, 0, 2] },
      ...print.about.map((text) => ({
        text,
        fontSize: 8,
        color: QUIET,
        margin: [0, 0, 0, 1] as [number, number, number, number],
      })),
      { layout: 'list', margin: [0, 6, 0, 0], table: tableOf(print.headings, words, total ? { total } : {}) },
      ...print.beside.flatMap((one) => sectionOf(one, print.language)),
    ],
  };
}

/** A PDF. Its lines are read at once, then it is laid out beside the server; going away ends both. */
export function writePdf(print: Print, onRead: () => void): Readable {
  const body = new PassThrough();
  let worker: Worker | undefined;
  body.once('close', () => {
    onRead();
    void worker?.terminate();
  });
  const fail = (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error)));
  documentOf(print)
    .then((document) => {
      onRead();
      if (body.destroyed) return;
      const { content, letters } = setLetters(document.content);
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

/** Upright pages that another feature laid out, as a PDF: the same letters and page numbers as every file. */
export const printPages = (
  print: Pick<Print, 'title' | 'language' | 'at' | 'pageWords' | 'author'> & { pages: NonNullable<Print['pages']> },
): Readable =>
  writePdf(
    { ...print, headings: [], titles: [], pieces: Readable.from([]), about: [], beside: [], totalWords: '' },
    () => undefined,
  );
