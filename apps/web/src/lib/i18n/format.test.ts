import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';

const vi = createFormat('vi');
const en = createFormat('en');

describe('days and times', () => {
  it('days and times have the format of each language', () => {
    expect(vi.day('2026-11-20')).toBe('20/11/2026');
    expect(en.day('2026-09-05')).toBe('05 Sep 2026');
  });

  it("days and times are Bangkok's in any time zone of the device", () => {
    expect(vi.dayTime('2026-11-20T18:30:00Z')).toBe('21/11/2026 01:30');
    expect(en.dayTime('2026-11-20T17:00:00Z')).toBe('21 Nov 2026 00:00');
  });

  it('a missing value is a dash', () => {
    expect([vi.day(null), vi.time(undefined), vi.number(null), vi.money(null)]).toEqual(['–', '–', '–', '–']);
  });

  it('a running time has hours from the first hour on', () => {
    expect([en.duration(59_999), en.duration(3_599_000), en.duration(3_661_000), en.duration(-5)]).toEqual([
      '00:59',
      '59:59',
      '1:01:01',
      '00:00',
    ]);
  });
});

describe('numbers and money', () => {
  it('digits are grouped and decimals marked as each language does', () => {
    expect([vi.number(22929), en.number(22929)]).toEqual(['22.929', '22,929']);
    expect([vi.money(1234.5), en.money(1234.5), en.money(0.125), en.money(30000)]).toEqual([
      '1.234,50',
      '1,234.50',
      '0.125',
      '30,000',
    ]);
  });
});

it('a small amount never reads as zero', () => {
  expect([0.008, 0.0002, 0].map(createFormat('en').number)).toEqual(['0.008', '0.0002', '0']);
  expect([0.008, 0.0002, 0].map(createFormat('vi').number)).toEqual(['0,008', '0,0002', '0']);
});
