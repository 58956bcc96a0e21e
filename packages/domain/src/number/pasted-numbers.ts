import { parseNumber, findTwoReadings, type DecimalMark } from './parse.ts';

const otherMark = (mark: DecimalMark): DecimalMark => (mark === ',' ? '.' : ',');

/** Finds the decimal mark that a number shows: a mark, either of them (`1,755`), or none (`12`). */
function findShownMark(text: string): DecimalMark | 'either' | null {
  const signs = text.replace(/[^.,]/g, '');
  if (signs === '' || !parseNumber(text, '.').ok) return null;
  const last = signs.at(-1) as DecimalMark;
  // In `1.250,5` the last sign is the decimal mark. `1.250.000` has only thousands separators.
  if (signs.length > 1) return signs.startsWith(last) ? otherMark(last) : last;
  return findTwoReadings(text) ? 'either' : last;
}

/** Result for pasted numbers: one decimal mark, or the ambiguous numbers that the user must decide. */
export type PastedNumbersReading =
  | { readonly ok: true; readonly mark: DecimalMark }
  | { readonly ok: false; readonly ambiguous: readonly string[] };

/**
 * Finds the decimal mark of numbers that were pasted together (decision 087). A number with only one reading decides. If none is ambiguous,
 * the language decides. Returns the ambiguous numbers if no number decides or if they contradict each other.
 */
export function readPastedNumbers(texts: readonly string[], mark: DecimalMark): PastedNumbersReading {
  const shown = texts.map(findShownMark);
  const shownMarks = new Set(shown.filter((item) => item === '.' || item === ','));
  const [only] = shownMarks;
  if (shownMarks.size === 1 && only) return { ok: true, mark: only };
  const ambiguous = texts.filter((_, index) => shown[index] === 'either');
  return ambiguous.length > 0 ? { ok: false, ambiguous: [...new Set(ambiguous)] } : { ok: true, mark };
}
