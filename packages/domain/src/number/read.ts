import { stripInvisible } from '../text/fold.ts';

/** Which sign parts the decimals where a number is written: `.` (en) or `,` (vi). */
export type DecimalMark = '.' | ',';

/** The decimal mark of a language of the product. */
export const markOf = (language: string | undefined): DecimalMark => (language === 'vi' ? ',' : '.');

/** A value as it was read, or the code of what is wrong with it (contract, `FIELD_ERRORS`). */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: ReadTrouble };
export type ReadTrouble =
  | 'required'
  | 'invalid'
  | 'not_a_number'
  | 'not_a_whole_number'
  | 'not_positive'
  | 'too_small'
  | 'too_big'
  | 'too_many_decimals';

export const good = <T>(value: T): Read<T> => ({ ok: true, value });
export const bad = (code: ReadTrouble): Read<never> => ({ ok: false, code });

/**
 * A number as people write it: `1,250.5` and `1.250,5` are the same. A single sign is the decimal mark of the writer's language,
 * unless what stands around it cannot be groups of thousands: `0,65` is 0.65 in either language. Where only a whole number is
 * due, groups of thousands are groups whichever sign parts them: `1.000` and `1,000` are a thousand, never one.
 */
export function readNumber(text: string | number, mark: DecimalMark, due: 'any' | 'whole' = 'any'): Read<number> {
  if (typeof text === 'number') return Number.isFinite(text) ? good(text === 0 ? 0 : text) : bad('not_a_number');
  const written = stripInvisible(text).replace(/\s/g, '');
  if (written === '') return bad('required');
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(written);
  if (!match) return bad('not_a_number');
  const [, sign = '', digits = ''] = match;
  const decimal = due === 'whole' && isGrouped(digits) ? -1 : decimalOf(digits, mark);
  const whole = decimal === -1 ? digits : digits.slice(0, decimal);
  const rest = decimal === -1 ? '' : digits.slice(decimal + 1);
  if (!/^\d*$/.test(rest) || !isGrouped(whole)) return bad('not_a_number');
  const value = Number(`${sign}${whole.replace(/[.,]/g, '') || '0'}.${rest || '0'}`);
  return Number.isFinite(value) ? good(value === 0 ? 0 : value) : bad('not_a_number');
}

/**
 * The two readings of a text whose only sign has three digits behind it: `120.000` is a hundred and twenty thousand where the
 * point parts thousands, and 120 where it parts decimals. null where there is one reading at most (`120.50`, `0.125`, `1.250.000`).
 */
export function twoReadings(text: string): { readonly thousands: number; readonly decimals: number } | null {
  const [point, comma] = [readNumber(text, '.'), readNumber(text, ',')];
  if (!point.ok || !comma.ok || point.value === comma.value) return null;
  const [decimals, thousands] =
    Math.abs(point.value) < Math.abs(comma.value) ? [point.value, comma.value] : [comma.value, point.value];
  return { thousands, decimals };
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

/** A number as it is written: grouped in threes, every decimal it has. `readNumber` reads it back in the same language. */
export function writeNumber(value: number, mark: DecimalMark): string {
  const [whole = '', rest] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, mark === ',' ? '.' : ',');
  return rest === undefined ? grouped : `${grouped}${mark}${rest}`;
}

/** A number as whoever types it is understood in either language: no groups, and never three decimals, which could be thousands. */
export function writePlainly(value: number, mark: DecimalMark): string {
  const [whole = '', rest] = String(value).split('.');
  return rest === undefined ? whole : `${whole}${mark}${rest.length === 3 ? `${rest}0` : rest}`;
}

/** What a number field takes. */
export interface NumberLimits {
  /** Its amounts are mostly thousands, as those in VND: what could be thousands is never taken for decimals (decision 087). */
  readonly inThousands?: boolean;
  readonly whole?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** What is wrong with a number for such a field, as a code of `FIELD_ERRORS`; null where nothing is. */
export function numberTrouble(value: number, { whole = false, min, max }: NumberLimits): ReadTrouble | null {
  if (!Number.isFinite(value)) return 'not_a_number';
  if (whole && !Number.isInteger(value)) return 'not_a_whole_number';
  if (!whole && Number(value.toFixed(3)) !== value) return 'too_many_decimals';
  if (min !== undefined && value < min) return min === 1 ? 'not_positive' : 'too_small';
  return max !== undefined && value > max ? 'too_big' : null;
}
