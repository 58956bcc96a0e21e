import { MOST_MINUTES, MOST_PRICE, type PriceField } from './price.ts';

/** Which sign parts the decimals where a number was written: `.` (en) or `,` (vi). */
export type DecimalMark = '.' | ',';

/** A value as it was read, or the code of what is wrong with it (contract, `FIELD_ERRORS`). */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: ReadTrouble };
export type ReadTrouble =
  'required' | 'invalid' | 'not_a_number' | 'not_a_whole_number' | 'too_small' | 'too_big' | 'too_many_decimals';

const good = <T>(value: T): Read<T> => ({ ok: true, value });
const bad = (code: ReadTrouble): Read<never> => ({ ok: false, code });

/** A price in whole thousandths at most, 0 or more. */
export function readPrice(text: string | number, mark: DecimalMark): Read<number> {
  const number = readNumber(text, mark);
  if (!number.ok) return number;
  const { value } = number;
  if (value < 0) return bad('too_small');
  if (value > MOST_PRICE) return bad('too_big');
  return Number(value.toFixed(3)) === value ? number : bad('too_many_decimals');
}

/** Whole minutes, 0 or more. */
export function readMinutes(text: string | number, mark: DecimalMark): Read<number> {
  const number = readNumber(text, mark);
  if (!number.ok) return number;
  if (!Number.isInteger(number.value)) return bad('not_a_whole_number');
  if (number.value < 0) return bad('too_small');
  return number.value > MOST_MINUTES ? bad('too_big') : number;
}

/**
 * A number as people write it: `1,250.5` and `1.250,5` are the same. A single sign is the decimal mark of the writer's language,
 * unless what stands around it cannot be groups of thousands: `0,65` is 0.65 in either language.
 */
export function readNumber(text: string | number, mark: DecimalMark): Read<number> {
  if (typeof text === 'number') return Number.isFinite(text) ? good(text === 0 ? 0 : text) : bad('not_a_number');
  const written = text.replace(/[\s\u00a0\u202f]/g, '');
  if (written === '') return bad('required');
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(written);
  if (!match) return bad('not_a_number');
  const [, sign = '', digits = ''] = match;
  const decimal = decimalOf(digits, mark);
  const whole = decimal === -1 ? digits : digits.slice(0, decimal);
  const rest = decimal === -1 ? '' : digits.slice(decimal + 1);
  if (!/^\d*$/.test(rest) || !isGrouped(whole)) return bad('not_a_number');
  const value = Number(`${sign}${whole.replace(/[.,]/g, '') || '0'}.${rest || '0'}`);
  return Number.isFinite(value) ? good(value === 0 ? 0 : value) : bad('not_a_number');
}

/** Where the decimals begin; -1 where there are none. */
function decimalOf(digits: string, mark: DecimalMark): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return -1;
  const sign = digits[last];
  const both = digits.includes('.') && digits.includes(',');
  if (both) return last;
  const times = digits.split(sign ?? '').length - 1;
  if (sign === mark && times === 1) return last;
  return isGrouped(digits) ? -1 : times === 1 ? last : -1;
}

// Digits alone, or in threes after the first one to three; a group of nothing but a leading zero is no group.
const isGrouped = (whole: string): boolean =>
  /^\d*$/.test(whole) || /^[1-9]\d{0,2}(\.\d{3})+$/.test(whole) || /^[1-9]\d{0,2}(,\d{3})+$/.test(whole);

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
  const word = String(text).trim().toLowerCase().normalize('NFC');
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
