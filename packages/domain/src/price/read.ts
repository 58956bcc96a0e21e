import { bad, good, readNumber, type DecimalMark, type Read } from '../number/read.ts';
import { foldName } from '../text/fold.ts';
import { MOST_MINUTES, MOST_PRICE, type PriceField } from './price.ts';

/** A price in whole thousandths at most, 0 or more. */
export function readPrice(text: string | number, mark: DecimalMark): Read<number> {
  const number = readNumber(text, mark);
  if (!number.ok) return number;
  const { value } = number;
  if (value < 0) return bad('too_small');
  if (value > MOST_PRICE) return bad('too_big');
  return Number(value.toFixed(3)) === value ? number : bad('too_many_decimals');
}

/** What the same text would be where the other sign parts the decimals: of a price whose sign was taken to part thousands. */
export function readOtherwise(text: string, mark: DecimalMark): number | null {
  const [read, other] = [readPrice(text, mark), readPrice(text, mark === ',' ? '.' : ',')];
  return read.ok && other.ok && other.value < read.value ? other.value : null;
}

/** Whole minutes, 0 or more. */
export function readMinutes(text: string | number, mark: DecimalMark): Read<number> {
  const number = readNumber(text, mark, 'whole');
  if (!number.ok) return number;
  if (!Number.isInteger(number.value)) return bad('not_a_whole_number');
  if (number.value < 0) return bad('too_small');
  return number.value > MOST_MINUTES ? bad('too_big') : number;
}

const YES = new Set([
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
const NO = new Set([
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

/** Yes or no, as either language writes it. */
export function readSwitch(text: string | number | boolean): Read<boolean> {
  if (typeof text === 'boolean') return good(text);
  const word = foldName(String(text));
  if (word === '') return bad('required');
  if (YES.has(word)) return good(true);
  return NO.has(word) ? good(false) : bad('invalid');
}

/** A field's value as it was typed, pasted or read from a sheet. */
export function readField(
  field: PriceField,
  text: string | number | boolean,
  mark: DecimalMark,
): Read<number | boolean> {
  switch (field) {
    case 'retail_price':
    case 'wholesale_price':
      return typeof text === 'boolean' ? bad('not_a_number') : readPrice(text, mark);
    case 'estimate_minutes':
      return typeof text === 'boolean' ? bad('not_a_number') : readMinutes(text, mark);
    case 'visible':
    case 'enabled':
      return readSwitch(text);
    default: {
      const never: never = field;
      return never;
    }
  }
}
