export interface Delimited {
  readonly rows: string[][];
  /** Row numbers, from 1, of cells whose closing quotation mark seems to be missing. */
  readonly openQuotes: readonly number[];
}

interface DelimitedOptions {
  readonly delimiter: string;
  /** True if the text is from the clipboard. Spreadsheets quote only cells with a line break or a tab. */
  readonly isCopied?: boolean;
}

/**
 * Reads the cells of a CSV file or of a copy from a spreadsheet. Quotation marks quote a cell if they open it and close it before a
 * delimiter or a line end, and are ordinary characters otherwise.
 */
export function readDelimited(text: string, { delimiter, isCopied = false }: DelimitedOptions): Delimited {
  const rows: string[][] = [];
  const openQuotes: number[] = [];
  const sign = delimiter.charCodeAt(0);
  let row: string[] = [];
  let width = 0;
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"' ? readQuoted(text, at, delimiter) : null;
    if (quoted && hidesRows(text.slice(at, quoted.end), quoted.cell, delimiter, row.length))
      openQuotes.push(rows.length + 1);
    let cell: string;
    let end: number;
    if (quoted !== null && quoted.cell !== null && (!isCopied || /[\t\n]/.test(quoted.cell))) ({ cell, end } = quoted);
    else {
      cell = text.slice(at, findEnd(text, at, sign));
      const line = quoted?.cell === null && width > 0 ? text.slice(at, findEnd(text, at)) : cell;
      // The line has more cells than any row above, so the quotation mark includes the rest of the line.
      if (line !== cell && row.length + line.split(delimiter).length > width) cell = line;
      end = at + cell.length;
    }
    row.push(cell);
    at = end + 1;
    if (text[end] === delimiter && at < text.length) continue;
    if (text[end] === delimiter) row.push('');
    if (text.startsWith('\r\n', end)) at++;
    width = Math.max(width, row.length);
    rows.push(row);
    row = [];
  }
  return { rows, openQuotes };
}

const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;

/** Finds the end of the line, or of the cell if that is earlier. */
function findEnd(text: string, from: number, delimiter = NEWLINE): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === delimiter || sign === NEWLINE || sign === RETURN) return at;
  }
  return text.length;
}

/** Reads the quoted cell at a position, with its end. If it is not closed, the cell is null and the end is the position that shows this. */
function readQuoted(text: string, from: number, delimiter: string): { cell: string | null; end: number } {
  for (let at = from + 1; at < text.length; at++) {
    if (text.charCodeAt(at) !== QUOTE) continue;
    const next = text[at + 1];
    if (next === '"') {
      at++;
      continue;
    }
    if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r') return { cell: null, end: at };
    const cell = text
      .slice(from + 1, at)
      .replaceAll('""', '"')
      .replace(/\r\n?/g, '\n');
    return { cell, end: at + 1 };
  }
  return { cell: null, end: text.length };
}

/** True if quoted text hides rows: it spans several lines and is not closed, or one of its lines has as many cells as a row. */
function hidesRows(quotedText: string, cell: string | null, delimiter: string, column: number): boolean {
  const lines = quotedText.split(/\r\n?|\n/).slice(1);
  return cell === null ? lines.length > 0 : lines.some((line) => line.split(delimiter).length > Math.max(column, 2));
}
