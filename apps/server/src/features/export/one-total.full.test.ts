import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildDetail, buildJob } from '../../testing/factories/work.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';
import { getTranslate } from '../../translate.ts';

let bureau: TestApp;
let leader: ApiClient;
const en = getTranslate('en');

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_job', 'npn_view_all_tasks']);
  const job_date = '2026-11-18';
  const { job_id } = await buildJob(bureau.db, { job_date, job_name: 'Partly priced' });
  await buildDetail(bureau.db, { job_id, quantity: 24, unit_price: 0.796 });
  await buildDetail(bureau.db, { job_id, quantity: 60 });
  await buildDetail(bureau.db, { job: { job_date, job_name: 'Priced' }, quantity: 10, unit_price: 1.5 });
  await buildDetail(bureau.db, { job: { job_date, job_name: 'Without any price' }, quantity: 7 });
});
afterAll(() => bureau.close());

type JobFile = typeof endpoints.export.jobs | typeof endpoints.export.jobDetails;

async function exportFile<E extends JobFile>(endpoint: E, format: InputOf<E>['format']) {
  const response = await bureau.app.inject({
    method: 'POST',
    url: endpoint.path,
    headers: { authorization: `Bearer ${leader.token}` },
    payload: { format, language: 'en', filter: { job_date_from: '2026-11-18' } },
  });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

const readPdfText = async (endpoint: JobFile) => (await readPageTexts(await exportFile(endpoint, 'pdf'))).join(' ');

describe('jobs with pieces without a price', () => {
  it.each([endpoints.export.jobs, endpoints.export.jobDetails])('every file has one total: $name', async (file) => {
    const { Sheets, SheetNames } = read(await exportFile(file, 'xlsx'));
    const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
    const total = rows.reduce((sum, row) => sum + Number(row[en('job:field.amount')] ?? 0), 0);
    expect(total).toBe(34.104);
    // The total of the amounts, and next to it the number of pieces without an amount.
    expect(await readPdfText(file)).toMatch(/Total .*34\.104 67 /);
  });

  it('the files print the priced amount and the number of unpriced pieces', async () => {
    const text = await readPdfText(endpoints.export.jobs);
    expect(text).toContain(en('price:report.unpriced'));
    expect(text).toMatch(/Partly priced .*19\.104 USD 60 /);
    expect(text).toMatch(/Priced .*15 USD /);
  });
});

it('a file of selected jobs contains them, whatever the list’s filter', async () => {
  const { results } = await leader.call(endpoints.job.list, { job_date_from: '2026-11-18' });
  const [{ job_id, prod_id }] = results as [(typeof results)[number]];
  const response = await bureau.app.inject({
    method: 'POST',
    url: endpoints.export.jobs.path,
    headers: { authorization: `Bearer ${leader.token}` },
    payload: { format: 'xlsx', language: 'en', filter: { only: [job_id] } },
  });
  expect(response.headers['x-total-rows']).toBe('1');
  const book = read(response.rawPayload);
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!);
  expect(new Set(rows.map((row) => row[en('field:prod_id')]))).toContain(prod_id);
});
