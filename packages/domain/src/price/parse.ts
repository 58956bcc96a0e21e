import { readFailure, readSuccess, parseNumber, type DecimalMark, type ReadResult } from '../number/parse.ts';
import { foldName } from '../text/fold.ts';
import { MAX_MINUTES, MAX_PRICE, type PriceField } from './price.ts';

/** Reads a price of 0 or more with at most 3 decimals. */
export function parsePrice(text: string | number, mark: DecimalMark): ReadResult<number> {
  const number = parseNumber(text, mark);
  if (!number.ok) return number;
  const { value } = number;
  if (value < 0) return readFailure('too_small');
  if (value > MAX_PRICE) return readFailure('too_big');
  return Number(value.toFixed(3)) === value ? number : readFailure('too_many_decimals');
}

/** Reads an ambiguous price text with the other decimal mark. Null if it is not valid. */
export function readWithOtherMark(text: string, mark: DecimalMark): number | null {
  const [read, other] = [parsePrice(text, mark), parsePrice(text, mark === ',' ? '.' : ',')];
  return read.ok && other.ok && other.value < read.value ? other.value : null;
}

/** Reads whole minutes, 0 or more. */
export function readMinutes(text: string | number, mark: DecimalMark): ReadResult<number> {
  const number = parseNumber(text, mark, 'whole');
  if (!number.ok) return number;
  if (!Number.isInteger(number.value)) return readFailure('not_a_whole_number');
  if (number.value < 0) return readFailure('too_small');
  return number.value > MAX_MINUTES ? readFailure('too_big') : number;
}

const YES_WORDS = new Set([
  '1',
  'true',
  'yes',
  'y',
  'x',
  'on',
  'enabled',
  'visible',
  'có',
  'co',
  'c',
  'bật',
  'đúng',
  'hiện',
  '✓',
]);
const NO_WORDS = new Set([
  '0',
  'false',
  'no',
  'n',
  '-',
  'off',
  'disabled',
  'hidden',
  'không',
  'khong',
  'k',
  'tắt',
  'sai',
  'ẩn',
]);

/** Reads yes or no in both languages. */
export function readYesNo(text: string | number | boolean): ReadResult<boolean> {
  if (typeof text === 'boolean') return readSuccess(text);
  const word = foldName(String(text));
  if (word === '') return readFailure('required');
  if (YES_WORDS.has(word)) return readSuccess(true);
  return NO_WORDS.has(word) ? readSuccess(false) : readFailure('invalid');
}

/** Reads a field's value that was typed, pasted or imported. */
export function readPriceField(
  field: PriceField,
  text: string | number | boolean,
  mark: DecimalMark,
): ReadResult<number | boolean> {
  switch (field) {
    case 'retail_price':
    case 'wholesale_price':
      return typeof text === 'boolean' ? readFailure('not_a_number') : parsePrice(text, mark);
    case 'estimate_minutes':
      return typeof text === 'boolean' ? readFailure('not_a_number') : readMinutes(text, mark);
    case 'visible':
    case 'enabled':
      return readYesNo(text);
    default: {
      const never: never = field;
      return never;
    }
  }
}
