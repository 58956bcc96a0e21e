import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { pagesOf } from '../../testing/pdf-text.ts';

const TASKS = 120;
let bureau: TestApp;
let leader: Client;
let customer: { id: number; name: string };

beforeAll(async () => {
  bureau = await testApp();
  leader = await bureau.as(['npn_view_job', 'npn_view_all_tasks', 'npn_view_redo']);
  customer = await buildCustomer(bureau.db);
  const { job_detail_id } = await buildDetail(bureau.db, {
    job: {
      customer2_id: customer.id,
      job_name: `Ảnh cưới ở Huế, phường Vỹ Dạ ${'x'.repeat(60)}`,
      job_date: '2026-11-18',
    },
  });
  await sql`insert into task (job_detail_id) select ${job_detail_id} from generate_series(1, ${TASKS}::int)`.execute(
    bureau.db,
  );
  await buildTask(bureau.db, { workstream: 'OTS', job: { job_name: 'Không liên quan' } });
});
afterAll(() => bureau.close());

async function print(path: string, payload: object): Promise<{ pages: string[]; headers: Record<string, unknown> }> {
  const answer = await bureau.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${leader.token}` },
    payload: { format: 'pdf', ...payload },
  });
  expect(answer.statusCode).toBe(200);
  return { pages: await pagesOf(answer.rawPayload), headers: answer.headers };
}

describe('a list as PDF', () => {
  it('has page numbers, its headings on every page, and the filter in the first page’s heading', async () => {
    const filter = { customer2_id: [customer.id], status: [1 as const], job_date_from: '2026-11-01' };
    const { pages, headers } = await print(endpoints.export.tasks.path, { language: 'vi', filter });
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="cong-viec-2026-11-20.pdf"',
      'x-total-rows': String(TASKS),
    });
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, text] of pages.entries()) {
      expect(text).toContain(`Trang ${at + 1} / ${pages.length}`);
      expect(text).toContain('Trạng thái');
    }
    const [first = ''] = pages;
    expect(first).toContain('Công việc');
    expect(first).toContain(`${TASKS} dòng · 20/11/2026 09:00`);
    expect(first).toContain(customer.name);
    expect(first).toContain('Trạng thái: Chưa làm');
    expect(first).toContain('từ 01/11/2026');
  });

  it('writes Vietnamese as it is, holds every row the filter shows and no other', async () => {
    const { pages } = await print(endpoints.export.tasks.path, {
      language: 'vi',
      filter: { customer2_id: [customer.id] },
    });
    const text = pages.join(' ');
    expect(text.match(/Ảnh cưới ở Huế/g)).toHaveLength(TASKS);
    expect(text).not.toContain('Không liên quan');
  });

  it('keeps numbers, days and rows whole: a column is as wide as its longest word, a row goes to the next page with all it says', async () => {
    const filter = { customer2_id: [customer.id] };
    const tasks = await print(endpoints.export.tasks.path, { language: 'vi', filter });
    expect(tasks.pages.length).toBeGreaterThan(2);
    for (const page of tasks.pages) {
      const rows = page.match(/Ảnh cưới ở Huế/g)?.length ?? 0;
      // What is longer than its column is broken at any letter.
      expect(page.match(/\bx\b/g)).toHaveLength(60 * rows);
      expect(page.match(/\b\d{6}-\d{3}-\d{2}\b/g)).toHaveLength(rows);
    }
    const details = await print(endpoints.export.jobDetails.path, { language: 'vi', filter: {} });
    expect(details.pages[0]).toMatch(/ 18\/11\/2026 /);
    expect(details.pages[0]?.match(/\b\d{6}-\d{3}-\d{2}\b/g)).toHaveLength(2);
  });

  it('speaks English to whoever asks for it, jobs with a row each', async () => {
    const { pages } = await print(endpoints.export.jobs.path, { language: 'en', filter: {} });
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('2 rows · 20 Nov 2026 09:00');
    expect(pages[0]).toContain('18 Nov 2026');
    expect(pages[0]).toContain('Page 1 of 1');
  });

  it('adds up what was ordered, done and what it costs under the last job', async () => {
    const { results } = await leader.call(endpoints.job.list, {});
    const ordered = results.flatMap(({ job_details }) => job_details).reduce((sum, { quantity }) => sum + quantity, 0);
    const { pages } = await print(endpoints.export.jobs.path, { language: 'en', filter: {} });
    const details = results.reduce((sum, { job_details }) => sum + job_details.length, 0);
    expect(pages[0]).toMatch(new RegExp(`Total ${details} ${ordered.toLocaleString('en-US')} `));
  });

  it('is a page that says so when nothing matches', async () => {
    const { pages } = await print(endpoints.export.redo.path, { language: 'vi', filter: {} });
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('0 dòng');
  });
});
