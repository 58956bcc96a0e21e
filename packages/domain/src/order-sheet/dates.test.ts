import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, isDay } from '../calendar/day.ts';
import { parseSheetDay } from './dates.ts';

const anyDay = fc
  .integer({ min: 0, max: daysBetween('2000-01-01', '2100-12-31') })
  .map((n) => addDays('2000-01-01', n));

describe('the day of a cell', () => {
  it('days from 2000 to 2100 are read in each usual notation', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year = '', month = '', date = ''] = day.split('-');
        for (const cell of [
          day,
          ` ${day} `,
          `${day}T00:00:00.000Z`,
          `${date}/${month}/${year}`,
          `${Number(date)}/${Number(month)}/${year}`,
          `${date}.${month}.${year}`,
          `${date}-${month}-${year}`,
          `${date}/${month}/${year} 14:30`,
          `${date}/${month}/${year}, 9:05:07`,
          `${day} 23:59:59.5`,
          `${day}T08:00`,
          `${Number(date)}/${Number(month)}/${year} 2:30 PM`,
          `${date}/${month}/${year} 2:30:00 CH`,
          daysBetween('1899-12-30', day),
          daysBetween('1899-12-30', day) + 0.73,
          new Date(`${day}T00:00:00Z`),
        ]) {
          expect(parseSheetDay(cell)).toBe(day);
        }
      }),
    );
  }, 60_000);

  it('serial numbers of spreadsheets are read', () => {
    expect(parseSheetDay(46342)).toBe('2026-11-16');
    expect(parseSheetDay(36526)).toBe('2000-01-01');
  });

  it('invalid days, ambiguous days and days outside 2000–2100 are refused', () => {
    for (const cell of [
      null,
      undefined,
      '',
      true,
      'next Monday',
      '31/02/2026',
      '11/16/2026',
      '16/11/26',
      '16/11/26 14:30',
      '14:30',
      '16/11/2026 soon',
      '16/11/202614:30',
      // In Bangkok this is already the next day.
      '2026-11-16T17:00:00Z',
      '2026-13-01',
      '31/12/1999',
      '01/01/2101',
      36525,
      460005,
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      new Date(Number.NaN),
      new Date('1999-12-31T00:00:00Z'),
      { fault: 'formula_without_value' } as const,
    ]) {
      expect(parseSheetDay(cell)).toBeUndefined();
    }
  });

  it('a cell of any content is read as a real day or refused', () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.date({ noInvalidDate: false }));
    fc.assert(
      fc.property(cell, (value) => {
        const day = parseSheetDay(value);
        expect(day === undefined || isDay(day)).toBe(true);
      }),
    );
  }, 60_000);
});
