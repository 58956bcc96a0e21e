import { describe, expect, it } from 'vitest';
import { readWrittenDay } from './written-day.ts';

const read = (text: string) => {
  const written = readWrittenDay(text);
  return written.ok ? written.day : written.error;
};

describe('a day as text', () => {
  it('a day is read day first, year first, or by the name of the month', () => {
    for (const text of [
      '05/12/2026',
      '5.12.2026',
      '5-12-2026',
      '5 12 2026',
      '5. 12. 2026',
      ' 05122026 ',
      '2026-12-05',
      '2026/12/5',
      '05 Dec 2026',
      '5 december 2026',
    ])
      expect([text, read(text)]).toEqual([text, '2026-12-05']);
  });

  it('an unreadable day is not guessed', () => {
    for (const text of ['', 'tomorrow', '5/12/26', '5/12', '51226', '5/12/20267', '5 Dez 2026', '2026-12', '20261205x'])
      expect([text, read(text)]).toEqual([text, 'invalid']);
  });

  it('an unreadable day, an impossible date and a day out of range have different errors', () => {
    for (const text of ['29/02/2027', '31/02/2026', '2000-02-30', '12/31/2026', '31022026', '30 Feb 2026'])
      expect([text, read(text)]).toEqual([text, 'no_such_day']);
    for (const text of ['28/11/1926', '28/11/2126', '31121999', '2101-01-01'])
      expect([text, read(text)]).toEqual([text, 'day_not_taken']);
    expect(readWrittenDay('28/11/1926', '1900-01-01')).toEqual({ ok: true, day: '1926-11-28' });
    expect(readWrittenDay('28/11/2026', '2026-11-29')).toEqual({ ok: false, error: 'day_not_taken' });
  });
});
