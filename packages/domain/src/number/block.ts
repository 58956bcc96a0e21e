import { readNumber, twoReadings, type DecimalMark } from './read.ts';

const other = (mark: DecimalMark): DecimalMark => (mark === ',' ? '.' : ',');

/** What a number by itself says of its decimal mark: which one it must be, either (`1,755`), or nothing (`12`). */
function shownBy(text: string): DecimalMark | 'either' | null {
  const signs = text.replace(/[^.,]/g, '');
  if (signs === '' || !readNumber(text, '.').ok) return null;
  const last = signs.at(-1) as DecimalMark;
  // `1.250,5` ends in its decimals; `1.250.000` has none, and says how thousands are parted.
  if (signs.length > 1) return signs.startsWith(last) ? other(last) : last;
  return twoReadings(text) ? 'either' : last;
}

/** How the numbers of a paste are read: all with one decimal mark, or after asking which is meant, by these numbers. */
export type BlockReading =
  | { readonly ok: true; readonly mark: DecimalMark }
  | { readonly ok: false; readonly ambiguous: readonly string[] };

/**
 * The one decimal mark of numbers that were pasted together (decision 087): any of them that can only be read one way says so
 * for all, whatever the page's language. Where none says it, or they contradict each other, those that could be either are
 * asked about; where there are none of those, the language's mark will do.
 */
export function readBlock(texts: readonly string[], mark: DecimalMark): BlockReading {
  const shown = texts.map(shownBy);
  const said = new Set(shown.filter((one) => one === '.' || one === ','));
  const [only] = said;
  if (said.size === 1 && only) return { ok: true, mark: only };
  const ambiguous = texts.filter((_, at) => shown[at] === 'either');
  return ambiguous.length > 0 ? { ok: false, ambiguous: [...new Set(ambiguous)] } : { ok: true, mark };
}
