import { describe, expect, it } from 'vitest';
import { readDayHours, writeDayHours } from './hours-text.ts';

describe('hours of a day as people write them', () => {
  it('are read in the ways they are written', () => {
    const workday = [
      { from: '08:00', to: '12:00' },
      { from: '13:30', to: '17:30' },
    ];
    for (const text of [
      '8-12, 13:30-17:30',
      '08:00–12:00; 13.30 – 17.30',
      '8h-12h, 1330-1730',
      '800-1200,13h30-17h30',
      '08:00–\u206012:00, 13:30–\u206017:30',
    ])
      expect([text, readDayHours(text)]).toEqual([text, workday]);
    expect(readDayHours(writeDayHours(workday))).toEqual(workday);
    expect(readDayHours('22-24')).toEqual([{ from: '22:00', to: '24:00' }]);
    expect(readDayHours('  ')).toEqual([]);
  });

  it('are none where one part cannot be read', () => {
    for (const text of ['8', '8-', 'off', '8-12, noon', '8-25', '8:61-9', '24:01-24:02'])
      expect([text, readDayHours(text)]).toEqual([text, null]);
  });
});
