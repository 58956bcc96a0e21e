import { isBlank, isCellError, type SheetCell } from './cell.ts';
import { foldForSearch } from '../text/fold.ts';

const TOTAL_WORDS = /^(?:(?:grand|sub)[ -]?)?totals?\b|^tong(?: cong| so)?\b|^cong\b|^sum\b/;

/** True if a row has one label "total" in any column, and otherwise only numbers. Some columns have text instead of numbers. */
export function isTotalRow(line: readonly SheetCell[], isFigures: (column: number) => boolean): boolean {
  const texts = line.filter((cell, column) => {
    const figure = isFigures(column) || typeof cell === 'number' || isCellError(cell);
    return !figure && !isBlank(cell);
  });
  const [label] = texts;
  return texts.length === 1 && typeof label === 'string' && TOTAL_WORDS.test(foldForSearch(label));
}
