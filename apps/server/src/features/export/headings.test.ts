import { describe, expect, it } from 'vitest';
import type { ExportedList } from './exported-list.ts';
import { sheetName } from './files/sheet-xml.ts';
import * as allowance from './lists/allowance.ts';
import * as customer from './lists/customer.ts';
import * as job from './lists/job.ts';
import * as own from './lists/portal.ts';
import * as price from './lists/price.ts';
import * as report from './lists/report.ts';
import * as staff from './lists/staff.ts';
import * as task from './lists/task.ts';
import { getTranslate } from '../../translate.ts';

type List = Pick<ExportedList<never, never>, 'xlsx' | 'pdf' | 'sideTables'>;
const isList = (value: unknown): value is List => typeof value === 'object' && value !== null && 'source' in value;
const lists = Object.values<unknown>({
  ...allowance,
  ...customer,
  ...job,
  ...own,
  ...price,
  ...report,
  ...staff,
  ...task,
}).filter(isList);
const sideTables = lists.flatMap(({ sideTables = [] }) => sideTables);
const headings = [...lists, ...sideTables].flatMap(({ xlsx, pdf }) => [...xlsx.columns, ...(pdf?.columns ?? [])]);

describe.each(['vi', 'en'] as const)('the files in %s', (language) => {
  it('each column has a dictionary word as its heading', () => {
    expect(headings.length).toBeGreaterThan(200);
    expect(headings.map(({ title }) => title).filter((title) => getTranslate(language)(title) === title)).toEqual([]);
  });

  it('the files explain the forecast of a job without technical terms', () => {
    const titles = [...job.JOBS.xlsx.columns, ...job.JOBS.pdf.columns].map(({ title }) =>
      getTranslate(language)(title),
    );
    expect(titles.filter((title) => /\bp\d\d\b/.test(title))).toEqual([]);
  });

  it('the PDF shows forecast and price warnings like Excel', () => {
    const findDueDateTitles = (columns: readonly { title: string }[]) =>
      columns.map(({ title }) => title).filter((title) => /^dueDate:risk\.|^field:warnings$/.test(title));
    expect(findDueDateTitles(job.JOBS.pdf.columns)).toEqual(['dueDate:risk.p50', 'dueDate:risk.p80']);
    expect(findDueDateTitles(job.JOBS.xlsx.columns)).toEqual(findDueDateTitles(job.JOBS.pdf.columns));
    expect(findDueDateTitles(price.PRICES.pdf.columns)).toEqual(['field:warnings']);
    expect(findDueDateTitles(price.PRICES.xlsx.columns)).toEqual(findDueDateTitles(price.PRICES.pdf.columns));
  });

  it('sheet names are accepted by Excel in full', () => {
    expect(sideTables.length).toBeGreaterThan(4);
    const titles = sideTables.map(({ title }) => getTranslate(language)(title));
    expect(titles.map(sheetName)).toEqual(titles);
    expect(titles.filter((title) => title.includes(':'))).toEqual([]);
  });
});
