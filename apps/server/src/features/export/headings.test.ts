import { describe, expect, it } from 'vitest';
import type { Exported } from './exported.ts';
import { sheetName } from './files/sheet-xml.ts';
import * as customers from './lists/customers.ts';
import * as people from './lists/people.ts';
import * as reports from './lists/reports.ts';
import * as work from './lists/work.ts';
import { wordsOf } from '../../words.ts';

const all: readonly Pick<Exported<never, never>, 'xlsx' | 'pdf' | 'beside'>[] = Object.values({
  ...work,
  ...customers,
  ...people,
  ...reports,
});
const besides = all.flatMap(({ beside = [] }) => beside);
const headings = [...all, ...besides].flatMap(({ xlsx, pdf }) => [...xlsx.columns, ...(pdf?.columns ?? [])]);

describe.each(['vi', 'en'] as const)('the files in %s', (language) => {
  it('call every column by a word of a dictionary', () => {
    expect(headings.length).toBeGreaterThan(200);
    expect(headings.map(({ title }) => title).filter((title) => wordsOf(language)(title) === title)).toEqual([]);
  });

  it('say of a job when it is likely done in words that need no explaining', () => {
    const titles = [...work.JOBS.xlsx.columns, ...work.JOBS.pdf.columns].map(({ title }) => wordsOf(language)(title));
    expect(titles.filter((title) => /\bp\d\d\b/.test(title))).toEqual([]);
  });

  it('tell on paper of a job’s forecast and a price’s warnings what the workbook tells', () => {
    const told = (columns: readonly { title: string }[]) =>
      columns.map(({ title }) => title).filter((title) => /^promises:risk\.|^field:warnings$/.test(title));
    expect(told(work.JOBS.pdf.columns)).toEqual(['promises:risk.p50', 'promises:risk.p80']);
    expect(told(work.JOBS.xlsx.columns)).toEqual(told(work.JOBS.pdf.columns));
    expect(told(customers.PRICES.pdf.columns)).toEqual(['field:warnings']);
    expect(told(customers.PRICES.xlsx.columns)).toEqual(told(customers.PRICES.pdf.columns));
  });

  it('call every sheet beside a list by a word that Excel takes whole', () => {
    expect(besides.length).toBeGreaterThan(4);
    const titles = besides.map(({ title }) => wordsOf(language)(title));
    expect(titles.map(sheetName)).toEqual(titles);
    expect(titles.filter((title) => title.includes(':'))).toEqual([]);
  });
});
