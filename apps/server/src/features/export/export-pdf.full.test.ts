import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { readPageTexts, readPlacedTexts } from '../../testing/pdf-text.ts';

const TASKS = 120;
let bureau: TestApp;
let leader: ApiClient;
let customer: { id: number; name: string };

beforeAll(async () => {
  bureau = await createTestApp();
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

async function exportPdf(
  path: string,
  payload: object,
): Promise<{ pages: string[]; headers: Record<string, unknown> }> {
  const response = await bureau.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${leader.token}` },
    payload: { format: 'pdf', ...payload },
  });
  expect(response.statusCode).toBe(200);
  return { pages: await readPageTexts(response.rawPayload), headers: response.headers };
}

describe('a list as PDF', () => {
  it('the PDF has page numbers, headings on each page, and the filter first', async () => {
    const filter = { customer2_id: [customer.id], status: [1 as const], job_date_from: '2026-11-01' };
    const { pages, headers } = await exportPdf(endpoints.export.tasks.path, { language: 'vi', filter });
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="cong-viec-2026-11-20.pdf"',
      'x-total-rows': String(TASKS),
    });
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Trang ${index + 1} / ${pages.length}`);
      expect(text).toContain('Trạng thái');
    }
    const [first = ''] = pages;
    expect(first).toContain('Công việc');
    expect(first).toContain(`Số dòng: ${TASKS} · 20/11/2026 09:00`);
    expect(first).toContain(customer.name);
    expect(first).toContain('Trạng thái: Chưa làm');
    expect(first).toContain('từ 01/11/2026');
  });

  it('the PDF has correct Vietnamese and exactly the rows of the filter', async () => {
    const { pages } = await exportPdf(endpoints.export.tasks.path, {
      language: 'vi',
      filter: { customer2_id: [customer.id] },
    });
    const text = pages.join(' ');
    expect(text.match(/Ảnh cưới ở Huế/g)).toHaveLength(TASKS);
    expect(text).not.toContain('Không liên quan');
  });

  it('each column fits its longest word, so numbers, days and rows stay unbroken', async () => {
    const filter = { customer2_id: [customer.id] };
    const tasks = await exportPdf(endpoints.export.tasks.path, { language: 'vi', filter });
    expect(tasks.pages.length).toBeGreaterThan(2);
    for (const page of tasks.pages) {
      const rows = page.match(/Ảnh cưới ở Huế/g)?.length ?? 0;
      // A text longer than its column breaks at any letter.
      expect(page.match(/\bx\b/g)).toHaveLength(60 * rows);
      expect(page.match(/\b\d{6}-\d{3}-\d{2}\b/g)).toHaveLength(rows);
    }
    const details = await exportPdf(endpoints.export.jobDetails.path, { language: 'vi', filter: {} });
    expect(details.pages[0]).toMatch(/ 18\/11\/2026 /);
    expect(details.pages[0]?.match(/\b\d{6}-\d{3}-\d{2}\b/g)).toHaveLength(2);
  });

  it('the PDF is in English on request, with a row for each job', async () => {
    const { pages } = await exportPdf(endpoints.export.jobs.path, { language: 'en', filter: {} });
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Rows: 2 · 20 Nov 2026 09:00');
    expect(pages[0]).toContain('18 Nov 2026');
    expect(pages[0]).toContain('Page 1 of 1');
  });

  it('the PDF sums quantity, completed and amount under the last job', async () => {
    const { results } = await leader.call(endpoints.job.list, {});
    const ordered = results.flatMap(({ job_details }) => job_details).reduce((sum, { quantity }) => sum + quantity, 0);
    const { pages } = await exportPdf(endpoints.export.jobs.path, { language: 'en', filter: {} });
    const details = results.reduce((sum, { job_details }) => sum + job_details.length, 0);
    expect(pages[0]).toMatch(new RegExp(`Total ${details} ${ordered.toLocaleString('en-US')} `));
  });

  it.each(['en', 'vi'] as const)('the PDF aligns amounts by their decimal mark (%s)', async (language) => {
    const { cus_id1 } = await buildCustomer(bureau.db);
    for (const retail_price of [0.82, 3.645, 1250, 12.5]) {
      const { id: service_cat2_id } = await buildCategory(bureau.db);
      await buildPrice(bureau.db, { cus_id1, service_cat2_id, retail_price, wholesale_price: 0 });
    }
    const seller = await bureau.as(['npn_view_customer']);
    const response = await bureau.app.inject({
      method: 'POST',
      url: endpoints.export.prices.path,
      headers: { authorization: `Bearer ${seller.token}` },
      payload: { format: 'pdf', language, filter: { cus_id1 } },
    });
    expect(response.statusCode).toBe(200);
    const [page = []] = await readPlacedTexts(response.rawPayload);
    const findRightEdge = (text: string) => page.find((piece) => piece.text === text)?.right ?? Number.NaN;
    const [longest, ...others] =
      language === 'vi' ? ['3,645', '0,82', '12,5', '1.250'] : ['3.645', '0.82', '12.5', '1,250'];
    // A digit is 3.93 wide at the table's 7 points.
    const digits = others.map((text) => (findRightEdge(longest) - findRightEdge(text)) / 3.93);
    expect(digits[0]).toBeCloseTo(1, 1);
    expect(digits[1]).toBeCloseTo(2, 1);
    // A whole amount also leaves the space of the mark, which is narrower than a digit.
    expect(digits[2]).toBeGreaterThan(3.3);
    expect(digits[2]).toBeLessThan(3.6);
  });

  it('the PDF is one page with a message when nothing matches', async () => {
    const { pages } = await exportPdf(endpoints.export.redo.path, { language: 'vi', filter: {} });
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Số dòng: 0');
  });
});
