import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberError, parseNumber, findTwoReadings, writeNumber, writeUngrouped, type DecimalMark } from './parse.ts';

const readValue = (text: string, mark: DecimalMark) => {
  const read = parseNumber(text, mark);
  return read.ok ? read.value : read.code;
};

describe('a number as text', () => {
  it.each([
    ['12.5', 12.5, 12.5],
    ['12,5', 12.5, 12.5],
    ['1.234', 1.234, 1234],
    ['1,234', 1234, 1.234],
    ['1,234.5', 1234.5, 1234.5],
    ['1.234,5', 1234.5, 1234.5],
    ['12 500 000', 12_500_000, 12_500_000],
    ['-3', -3, -3],
    ['1.2.3', 'not_a_number', 'not_a_number'],
    ['abc', 'not_a_number', 'not_a_number'],
    ['12e3', 'not_a_number', 'not_a_number'],
  ] as const)('%s is read as one number in each language or refused', (text, english, vietnamese) => {
    expect(readValue(text, '.')).toBe(english);
    expect(readValue(text, ',')).toBe(vietnamese);
  });

  it.each([
    ['1.000', 1000],
    ['1,000', 1000],
    ['9,000,000', 9_000_000],
    ['36', 36],
    // Decimals are refused later, by `numberError`.
    ['2.5', 2.5],
    ['2,50', 2.5],
    ['1,000.5', 1000.5],
  ] as const)('a whole number %s is read the same in both languages', (text, expected) => {
    for (const mark of ['.', ','] as const) {
      expect(parseNumber(text, mark, 'whole')).toEqual({ ok: true, value: expected });
    }
  });

  it.each([
    ['120.000', { thousands: 120_000, decimals: 120 }],
    ['120,000', { thousands: 120_000, decimals: 120 }],
    ['1.255', { thousands: 1255, decimals: 1.255 }],
    ['120.5', null],
    ['120.50', null],
    ['0.125', null],
    ['1.250.000', null],
    ['1.250,000', null],
    ['1250.000', null],
    ['120000', null],
    ['abc', null],
  ] as const)('%s has two readings only with three digits after its one sign', (text, expected) => {
    expect(findTwoReadings(text)).toEqual(expected);
  });

  it('spaces separate thousands, and several numbers are not one', () => {
    for (const text of ['1 250', '1\u00a0250\u00a0000', '-12 500,5'])
      expect(parseNumber(text, ',').ok, text).toBe(true);
    for (const text of ['11 12 13', '12 5', '1  250', '0 125']) expect(parseNumber(text, ',').ok, text).toBe(false);
  });

  it('a number written plainly has one reading in both languages', () => {
    const thousandths = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(thousandths, fc.constantFrom('.' as const, ',' as const), (whole, mark) => {
        const text = writeUngrouped(whole / 1000, mark);
        expect(findTwoReadings(text)).toBeNull();
        expect(readValue(text, mark)).toBe(whole / 1000);
      }),
    );
  });

  it('a written number is read back as the same value', () => {
    const thousandths = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(thousandths, fc.constantFrom('.' as const, ',' as const), (whole, mark) => {
        expect(readValue(writeNumber(whole / 1000, mark), mark)).toBe(whole / 1000);
      }),
    );
  });

  it('a number outside the limits of a field is refused and not changed', () => {
    expect(numberError(2.5, { whole: true })).toBe('not_a_whole_number');
    expect(numberError(-3, { whole: true, min: 1 })).toBe('not_positive');
    expect(numberError(-3, { min: 0 })).toBe('too_small');
    expect(numberError(10, { max: 9 })).toBe('too_big');
    expect(numberError(0.1234, {})).toBe('too_many_decimals');
    expect(numberError(2.5, { min: 0, max: 9 })).toBeNull();
  });
});
