import { stripInvisible } from '../text/fold.ts';

/** Decimal mark of a text: `.` (en) or `,` (vi). */
export type DecimalMark = '.' | ',';

/** Returns the decimal mark of a language of the interface. */
export const getDecimalMark = (language: string | undefined): DecimalMark => (language === 'vi' ? ',' : '.');

/** A value, or the code of its error (contract, `FIELD_ERRORS`). */
export type ReadResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: ReadError };
export type ReadError =
  | 'required'
  | 'invalid'
  | 'not_a_number'
  | 'not_a_whole_number'
  | 'not_positive'
  | 'too_small'
  | 'too_big'
  | 'too_many_decimals';

export const readSuccess = <T>(value: T): ReadResult<T> => ({ ok: true, value });
export const readFailure = (code: ReadError): ReadResult<never> => ({ ok: false, code });

/**
 * Reads a number from a text: `1,250.5` and `1.250,5` are the same. A single sign is the decimal mark of the language, unless it cannot
 * separate thousands (`0,65`) or must, in a whole number before three digits (`1.000`).
 */
export function parseNumber(
  text: string | number,
  mark: DecimalMark,
  expected: 'any' | 'whole' = 'any',
): ReadResult<number> {
  if (typeof text === 'number')
    return Number.isFinite(text) ? readSuccess(text === 0 ? 0 : text) : readFailure('not_a_number');
  const shown = stripInvisible(text).trim();
  // Spaces can separate thousands. Other figures with spaces are several numbers.
  if (/\d\s+\d/.test(shown) && !/^[+-]?\s?[1-9]\d{0,2}(\s\d{3})+([.,]\d*)?$/.test(shown))
    return readFailure('not_a_number');
  const written = shown.replace(/\s/g, '');
  if (written === '') return readFailure('required');
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(written);
  if (!match) return readFailure('not_a_number');
  const [, sign = '', digits = ''] = match;
  const decimal = expected === 'whole' && isGrouped(digits) ? -1 : findDecimalIndex(digits, mark);
  const whole = decimal === -1 ? digits : digits.slice(0, decimal);
  const rest = decimal === -1 ? '' : digits.slice(decimal + 1);
  if (!/^\d*$/.test(rest) || !isGrouped(whole)) return readFailure('not_a_number');
  const value = Number(`${sign}${whole.replace(/[.,]/g, '') || '0'}.${rest || '0'}`);
  return Number.isFinite(value) ? readSuccess(value === 0 ? 0 : value) : readFailure('not_a_number');
}

/**
 * Finds both readings of a text with three digits after its only sign: `120.000` is 120 thousand or 120. Null if it has at most one reading
 * (`120.50`, `0.125`, `1.250.000`).
 */
export function findTwoReadings(text: string): { readonly thousands: number; readonly decimals: number } | null {
  const [point, comma] = [parseNumber(text, '.'), parseNumber(text, ',')];
  if (!point.ok || !comma.ok || point.value === comma.value) return null;
  const [decimals, thousands] =
    Math.abs(point.value) < Math.abs(comma.value) ? [point.value, comma.value] : [comma.value, point.value];
  return { thousands, decimals };
}

/** Finds the index of the decimals, or -1. */
function findDecimalIndex(digits: string, mark: DecimalMark): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last === -1) return -1;
  const sign = digits[last];
  const hasBoth = digits.includes('.') && digits.includes(',');
  if (hasBoth) return last;
  const signCount = digits.split(sign ?? '').length - 1;
  if (sign === mark && signCount === 1) return last;
  return isGrouped(digits) ? -1 : signCount === 1 ? last : -1;
}

// Digits alone, or in groups of three after a first group without a leading zero.
const isGrouped = (whole: string): boolean =>
  /^\d*$/.test(whole) || /^[1-9]\d{0,2}(\.\d{3})+$/.test(whole) || /^[1-9]\d{0,2}(,\d{3})+$/.test(whole);

/** Formats a number with groups of thousands and all decimals. `readNumber` returns the same number in the same language. */
export function writeNumber(value: number, mark: DecimalMark): string {
  const [whole = '', rest] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, mark === ',' ? '.' : ',');
  return rest === undefined ? grouped : `${grouped}${mark}${rest}`;
}

/** Formats a number that both languages read the same: no groups, and never three decimals, which could be thousands. */
export function writeUngrouped(value: number, mark: DecimalMark): string {
  const [whole = '', rest] = String(value).split('.');
  return rest === undefined ? whole : `${whole}${mark}${rest.length === 3 ? `${rest}0` : rest}`;
}

export interface NumberLimits {
  /** True for amounts that are mostly thousands, such as VND: an ambiguous number is never read as decimals (decision 087). */
  readonly inThousands?: boolean;
  readonly whole?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Returns the error of a number in a field with these limits, as a code of `FIELD_ERRORS`, or null. */
export function numberError(value: number, { whole = false, min, max }: NumberLimits): ReadError | null {
  if (!Number.isFinite(value)) return 'not_a_number';
  if (whole && !Number.isInteger(value)) return 'not_a_whole_number';
  if (!whole && Number(value.toFixed(3)) !== value) return 'too_many_decimals';
  if (min !== undefined && value < min) return min === 1 ? 'not_positive' : 'too_small';
  return max !== undefined && value > max ? 'too_big' : null;
}
