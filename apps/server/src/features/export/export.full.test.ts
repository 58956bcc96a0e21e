import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildDetail, buildJob, buildTask } from '../../testing/factories/work.ts';
import { getTranslate } from '../../translate.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let hostileJob: number;

const HOSTILE_TEXT = '=HYPERLINK("http://evil.example","x")';

beforeAll(async () => {
  bureau = await createTestApp();
  const { db } = bureau;
  leader = await bureau.as(['npn_view_job', 'npn_view_all_tasks', 'npn_view_redo', 'npn_rework_task']);
  editor = await bureau.as(['npn_view_task', 'npn_editor_pte']);
  const customer2_id = (await buildCustomer(db)).id;
  const job = await buildJob(db, {
    customer2_id,
    job_date: '2026-11-18',
    job_name: HOSTILE_TEXT,
    job_link: 'https://example.com/a?b=1&c="2"',
    job_priority: 'Urgent',
    job_notes: '+84 90 000\n@everyone _x0041_ <b>Ảnh cưới ở Huế</b>',
  });
  hostileJob = job.job_id;
  const priced = await buildDetail(db, { job_id: job.job_id, quantity: 12, unit_price: 1.125, note: '-ghi chú' });
  const unpriced = await buildDetail(db, { job_id: job.job_id, quantity: 3 });
  await buildTask(db, {
    job_detail_id: priced.job_detail_id,
    status: 9,
    x1: 7,
    x2: 2,
    editor: editor.user_id,
    start_time: '2026-11-18T18:30:00.000Z',
    end_time: '2026-11-19T01:05:00.000Z',
    notes: '\tđã xong',
  });
  await buildTask(db, { job_detail_id: unpriced.job_detail_id });
  await buildJob(db, { customer2_id, job_date: '2026-11-19', job_name: 'Không có chi tiết' });
  for (const workstream of ['PTE', 'OTS', 'PTE'] as const)
    await buildTask(db, { workstream, job: { job_date: '2026-11-01' } });
});
afterAll(() => bureau.close());

type ExportEndpoint = (typeof endpoints.export)[keyof typeof endpoints.export];

async function exportFile<E extends ExportEndpoint>(client: ApiClient, endpoint: E, input: InputOf<E>) {
  const response = await bureau.app.inject({
    method: 'POST',
    url: endpoint.path,
    headers: { authorization: `Bearer ${client.token}` },
    payload: input as object,
  });
  expect(response.statusCode, response.statusCode === 200 ? '' : response.body).toBe(200);
  return { headers: response.headers, bytes: response.rawPayload };
}

interface OpenedFile {
  book: WorkBook & { files?: Record<string, { content: Uint8Array }> };
  sheet: WorkSheet;
  titles: string[];
  /** Cells of each row by heading. */
  rows: Record<string, unknown>[];
}

/** Opens a file with another library than the one that wrote it. */
function openFile(bytes: Buffer): OpenedFile {
  const book = read(bytes, { cellDates: true, cellNF: true, cellStyles: true, bookFiles: true, UTC: true });
  const sheet = book.Sheets[book.SheetNames[0]!]!;
  const [titles = [], ...rows] = getCells(sheet);
  return {
    book,
    sheet,
    titles: titles.map(String),
    rows: rows.map((cells) => Object.fromEntries(titles.map((title, index) => [String(title), cells[index] ?? null]))),
  };
}

const getCells = (sheet: WorkSheet): unknown[][] =>
  utils.sheet_to_json(sheet, { header: 1, raw: true, defval: null, UTC: true });

const readPart = ({ book }: OpenedFile, path: string) => Buffer.from(book.files![path]!.content).toString('utf8');
const vi = getTranslate('vi');
const en = getTranslate('en');

describe('the job list as Excel', () => {
  it('the file has the cells of the list, with a row for each detail', async () => {
    const filter = { job_date_from: '2026-11-10', sort: 'job_date' } as const;
    const { headers, bytes } = await exportFile(leader, endpoints.export.jobs, {
      format: 'xlsx',
      language: 'en',
      filter,
    });
    const list = await leader.call(endpoints.job.list, filter);
    expect(headers['x-total-rows']).toBe(String(list.total_items));
    expect(headers['content-disposition']).toBe('attachment; filename="jobs-2026-11-20.xlsx"');
    const { rows } = openFile(bytes);
    const wanted = list.results.flatMap((job) =>
      (job.job_details.length ? job.job_details : [null]).map((detail) => ({ job, detail })),
    );
    expect(rows.length).toBe(wanted.length);
    for (const [index, { job, detail }] of wanted.entries()) {
      expect(rows[index]).toMatchObject({
        [en('field:prod_id')]: job.prod_id,
        [en('field:sub_prod_id')]: detail?.sub_prod_id ?? null,
        [en('field:job_name')]: job.job_name,
        [en('field:job_link')]: job.job_link,
        [en('field:task.quantity')]: detail?.quantity ?? null,
        [en('field:done_quantity')]: detail?.done_quantity ?? null,
        [en('job:field.tasks')]: detail?.tasks.length ?? null,
        [en('field:unit_price')]: detail?.unit_price ?? null,
        [en('field:job_notes')]: job.job_notes || null,
        [en('field:job_date')]: new Date(`${job.job_date}T00:00:00Z`),
      });
    }
    expect(rows.map((row) => row[en('job:field.amount')])).toEqual([13.5, null, null]);
    expect(rows.map((row) => row[en('price:report.currency')])).toEqual(['USD', 'USD', 'USD']);
  });

  it('the file has names for ids and words for codes in its language', async () => {
    const { bytes } = await exportFile(leader, endpoints.export.jobs, {
      format: 'xlsx',
      language: 'vi',
      filter: { job_id: hostileJob },
    });
    const { rows, titles } = openFile(bytes);
    expect(titles).toContain('Tên đơn hàng');
    expect(titles.filter((title) => title.includes(':'))).toEqual([]);
    const { cus2_list } = await leader.call(endpoints.customer.list, {});
    expect(cus2_list.map(({ name }) => name)).toContain(rows[0]![vi('field:customer2_id')]);
    expect(rows[0]).toMatchObject({
      [vi('field:job_priority')]: 'Gấp',
      [vi('export:field.detail_status')]: 'Hoàn thành',
    });
    // The bureau's own text, if it has one.
    const value = [
      { key: 'Urgent', vi: 'Hỏa tốc', en: 'Express' },
      { key: 'Carefully', vi: 'Tỉ mỉ', en: 'With care' },
    ];
    await bureau.db
      .insertInto('metadata')
      .values({ data_type: 'JOB_TASK', key: 'priorities', value: JSON.stringify(value) })
      .execute();
    const again = await exportFile(leader, endpoints.export.jobs, {
      format: 'xlsx',
      language: 'en',
      filter: { job_priority: 'Urgent' },
    });
    expect(openFile(again.bytes).rows[0]).toMatchObject({ [en('field:job_priority')]: 'Express' });
  });

  it('text that begins like a formula stays text', async () => {
    const opened = openFile(
      (
        await exportFile(leader, endpoints.export.jobs, {
          format: 'xlsx',
          language: 'vi',
          filter: { job_id: hostileJob },
        })
      ).bytes,
    );
    const cells = Object.values(opened.sheet).filter(
      (cell): cell is { t: string; v: unknown; f?: string } => typeof cell === 'object' && 't' in cell,
    );
    for (const cell of cells) expect(cell.f).toBeUndefined();
    expect(cells.filter(({ v }) => v === HOSTILE_TEXT || v === '-ghi chú').map(({ t }) => t)).toEqual(['s', 's', 's']);
    expect(readPart(opened, 'xl/worksheets/sheet1.xml')).not.toContain('<f>');
    expect(opened.rows[0]![vi('field:job_notes')]).toBe('+84 90 000\n@everyone _x0041_ <b>Ảnh cưới ở Huế</b>');
  });

  it('the file has a bold frozen heading, a filter, widths and working links', async () => {
    const opened = openFile(
      (
        await exportFile(leader, endpoints.export.jobs, {
          format: 'xlsx',
          language: 'vi',
          filter: { job_id: hostileJob },
        })
      ).bytes,
    );
    const sheet = readPart(opened, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const last = { r: opened.rows.length, c: opened.titles.length - 1 };
    expect(opened.sheet['!autofilter']?.ref).toBe(utils.encode_range({ r: 0, c: 0 }, last));
    expect(opened.sheet['!cols']?.every((column) => (column.width ?? 0) >= 8)).toBe(true);
    expect(/<c r="A1" s="1"/.test(sheet)).toBe(true);
    expect(readPart(opened, 'xl/styles.xml')).toMatch(/<font><b\/>/);
    const linked = Object.values(opened.sheet).find((cell: { l?: { Target: string } }) => cell.l) as {
      l: { Target: string };
    };
    expect(linked.l.Target).toContain('https://example.com/a?b=1');
  });
});

describe('the list of job details as Excel', () => {
  it('the file has the cells of the list, with each detail and its job', async () => {
    const filter = { job_date_from: '2026-11-10', sort: 'sub_prod_id' } as const;
    const { headers, bytes } = await exportFile(leader, endpoints.export.jobDetails, {
      format: 'xlsx',
      language: 'en',
      filter,
    });
    const { results, total_items } = await leader.call(endpoints.job.details, filter);
    expect(headers['x-total-rows']).toBe(String(total_items));
    expect(headers['content-disposition']).toBe('attachment; filename="job-details-2026-11-20.xlsx"');
    const { rows, titles } = openFile(bytes);
    expect(titles.filter((title) => title.includes(':'))).toEqual([]);
    expect(rows).toHaveLength(results.length);
    for (const [index, detail] of results.entries()) {
      expect(rows[index]).toMatchObject({
        [en('field:sub_prod_id')]: detail.sub_prod_id,
        [en('field:job_name')]: detail.job.job_name,
        [en('field:task.quantity')]: detail.quantity,
        [en('field:done_quantity')]: detail.done_quantity,
        [en('field:detail_note')]: detail.note || null,
      });
    }
    const { cat2 } = await leader.call(endpoints.category.list, {});
    const level = Object.values(cat2).find(({ id }) => id === results[0]!.service_cat2_id)?.level;
    expect(rows[0]![en('field:level')]).toBe(level);
  });
});

describe('the task list as Excel', () => {
  it('the file has dates in Bangkok’s time, quantities as numbers and people by name', async () => {
    const { bytes } = await exportFile(leader, endpoints.export.tasks, {
      format: 'xlsx',
      language: 'vi',
      filter: { status: [9] },
    });
    const opened = openFile(bytes);
    const [row] = opened.rows;
    const { results: list } = await leader.call(endpoints.task.list, { status: [9] });
    const users = await leader.call(endpoints.user.list, {});
    expect(opened.rows).toHaveLength(1);
    expect(row).toMatchObject({
      [vi('field:task_id')]: list[0]!.task_id,
      [vi('field:start_time')]: new Date('2026-11-19T01:30:00Z'),
      [vi('field:end_time')]: new Date('2026-11-19T08:05:00Z'),
      [vi('task:field.counted')]: 9,
      [vi('field:editor')]: Object.values(users).find(({ id }) => id === editor.user_id)!.username,
      [vi('field:status')]: 'Hoàn thành',
    });
    const formats = new Set(Object.values(opened.sheet).map((cell: { z?: string }) => cell.z));
    expect(formats).toContain('dd/mm/yyyy');
    expect(formats).toContain('dd/mm/yyyy hh:mm');
  });

  it('the file contains only data that its reader can see', async () => {
    const { headers, bytes } = await exportFile(editor, endpoints.export.tasks, {
      format: 'xlsx',
      language: 'vi',
      filter: {},
    });
    const visibleTasks = await editor.call(endpoints.task.list, { page_size: 200 });
    const all = await leader.call(endpoints.task.list, { page_size: 200 });
    expect(visibleTasks.total_items).toBeLessThan(all.total_items);
    expect(headers['x-total-rows']).toBe(String(visibleTasks.total_items));
    expect(openFile(bytes).rows.map((row) => row[vi('field:task_id')])).toEqual(
      visibleTasks.results.map(({ task_id }) => task_id),
    );
  });

  it('the file is refused to users who cannot see the list', async () => {
    const stranger = await bureau.as([]);
    const refused = await stranger.send(endpoints.export.tasks, {
      format: 'xlsx',
      language: 'vi',
      filter: {},
    });
    expect(refused.problem).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('the audit records the export', async () => {
    await exportFile(editor, endpoints.export.tasks, { format: 'xlsx', language: 'en', filter: { scope: 'pool' } });
    const row = await bureau.db
      .selectFrom('audit')
      .select(['note', 'after'])
      .where('actor_id', '=', editor.user_id)
      .where('action', '=', 'export.tasks')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.note).toMatch(/^xlsx, \d+ rows$/);
    expect(row.after).toMatchObject({ scope: 'pool' });
  });
});

describe('the rework list as Excel', () => {
  it('the file contains the history of each rework', async () => {
    const { results } = await leader.call(endpoints.task.list, { status: [9] });
    const { task_id, version } = results[0]!;
    await leader.call(endpoints.task.act, {
      task_id,
      version,
      action: 'rework',
      rework_quantity: 2,
      rework_notes: '@trời xanh hơn',
    });
    const { bytes, headers } = await exportFile(leader, endpoints.export.redo, {
      format: 'xlsx',
      language: 'vi',
      filter: {},
    });
    expect(headers['content-disposition']).toContain('lam-lai-2026-11-20.xlsx');
    expect(openFile(bytes).rows).toMatchObject([
      {
        [vi('field:task_id')]: task_id,
        [vi('field:rework_quantity')]: 2,
        [vi('field:rework_notes')]: '@trời xanh hơn',
        [vi('field:rework_count')]: 1,
        [vi('field:rework_at')]: new Date(Date.parse(bureau.clock()) + 7 * 3600_000),
      },
    ]);
  });
});
