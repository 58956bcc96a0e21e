import { describe, expect, it } from 'vitest';
import { toReportBars } from './report-bars.ts';

type Report = Parameters<typeof toReportBars>[0];

/** Creates a report of customers with these amounts. */
const reportOf = (amounts: readonly number[]) =>
  ({
    results: amounts.map((amount, index) => ({
      cus_id1: index + 1,
      customer: `Group › No ${index + 1}`,
      amount,
      quantity: 1,
    })),
  }) as unknown as Report;

const formatOthers = (count: number) => `${count} others`;

describe('bars of a price report', () => {
  it('the smallest of many bars are combined into one bar', () => {
    const { bars, rest } = toReportBars(
      reportOf([500, ...Array.from({ length: 14 }, () => 10)]),
      undefined,
      formatOthers,
    );
    expect([bars.length, bars[0]?.name, bars.at(-1)]).toMatchObject([12, 'No 1', { name: '4 others', amount: 40 }]);
    expect(rest).toBeNull();
  });

  it('the smallest bars are reported separately when their sum exceeds the largest bar', () => {
    const { bars, rest } = toReportBars(
      reportOf([500, ...Array.from({ length: 300 }, () => 10)]),
      undefined,
      formatOthers,
    );
    expect([bars.length, bars.at(-1)?.name]).toEqual([11, 'No 11']);
    expect(rest).toEqual({ count: 290, amount: 2900 });
  });
});
