import { endpoints } from '@darkroom/contract/endpoints';
import type { Instant } from '@darkroom/domain/calendar/day';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { buildDueJob, type DueJobFields } from '../../testing/factories/due-dates.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';
import { runForecast } from './forecast.service.ts';

let bureau: TestApp;
let leader: ApiClient;
let category: { id: number };
let otherCustomer: { id: number };
let lumen: { id: number; cus_id1: number };
let aurora: { id: number; cus_id1: number };
let editor: number;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_job', 'npn_view_all_tasks', 'npn_change_job']);
  category = await buildCategory(bureau.db, { workstream: 'PTE' });
  otherCustomer = await buildCategory(bureau.db, { workstream: 'PTE' });
  lumen = await buildCustomer(bureau.db);
  aurora = await buildCustomer(bureau.db);
  editor = (await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] })).user_id;
});
afterAll(() => bureau.close());

const buildWork = (work: Omit<DueJobFields, 'editor'>) => buildDueJob(bureau.db, { editor, ...work });
const runNow = () => runForecast(bureau.db, bureau.clock());
const readReport = (by: 'month' | 'customer' | 'category') =>
  leader.call(endpoints.dueDate.report, { by, month_from: '2026-10', month_to: '2026-10' });

// Tuesday 6 October 2026. The bureau works 08:00–12:00 and 13:30–17:30 in Bangkok, which is 01:00–05:00 and 06:30–10:30 UTC.
const toInstant = (day: number, time: string): Instant => `2026-10-${String(day).padStart(2, '0')}T${time}:00.000Z`;
const createQuickMoves = (day: number) =>
  [
    [2, toInstant(day, '01:30')],
    [3, toInstant(day, '02:00')],
    [4, toInstant(day, '03:00')],
    [9, toInstant(day, '04:00')],
  ] as const;

describe('a month in the due date report', () => {
  let worst: number;
  beforeAll(async () => {
    // On time, on time only after a change of the due date, late by 90 minutes over lunch, and without a due date.
    await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: toInstant(6, '01:00'),
      moves: createQuickMoves(6),
      due: toInstant(6, '05:00'),
    });
    await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: toInstant(7, '01:00'),
      moves: createQuickMoves(7),
      due: toInstant(7, '10:00'),
      first_due: toInstant(7, '03:00'),
    });
    worst = await buildWork({
      customer: aurora,
      cat2: otherCustomer.id,
      createdAt: toInstant(8, '01:00'),
      // 30 minutes until taken, 30 until started, 60 edited, then 60 + 90 in the queue of QC 1, 15 checked, 15 until completed.
      moves: [
        [2, toInstant(8, '01:30')],
        [3, toInstant(8, '02:00')],
        [4, toInstant(8, '03:00')],
        [5, toInstant(8, '07:00')],
        [8, toInstant(8, '07:15')],
        [9, toInstant(8, '07:30')],
      ],
      due: toInstant(8, '04:30'),
    });
    await buildWork({
      customer: aurora,
      cat2: otherCustomer.id,
      createdAt: toInstant(9, '01:00'),
      moves: createQuickMoves(9),
      due: null,
    });
    // Completed on 1 November in Bangkok: another month.
    await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: toInstant(30, '01:00'),
      moves: [[9, toInstant(31, '17:30')]],
      due: toInstant(30, '10:00'),
    });
    await runNow();
  });

  it('the report counts on-time jobs by due date, month, customer and category', async () => {
    const whole = await readReport('month');
    expect(whole).toMatchObject({
      completed: 3,
      on_time: 2,
      first_on_time: 1,
      changed: 1,
      late_minutes: 90,
      share: 2 / 3,
    });
    expect(whole.results).toMatchObject([{ key: '2026-10', completed: 3, on_time: 2 }]);
    expect((await readReport('customer')).results).toMatchObject([
      { key: lumen.cus_id1, completed: 2, on_time: 2, first_on_time: 1 },
      { key: aurora.cus_id1, completed: 1, on_time: 0, late_minutes: 90 },
    ]);
    expect((await readReport('category')).results).toMatchObject([
      { key: category.id, completed: 2, on_time: 2 },
      { key: otherCustomer.id, completed: 1, on_time: 0 },
    ]);
  });

  it('the report shows reasons, working time by step and the latest jobs', async () => {
    const { reasons, minutes, worst: latest } = await readReport('month');
    expect(reasons.filter(({ jobs }) => jobs > 0)).toEqual([{ reason: 'qc_pool', jobs: 1 }]);
    expect(
      Object.fromEntries(minutes.filter((step) => step.minutes > 0).map((step) => [step.status, step.minutes])),
    ).toEqual({
      1: 30,
      2: 30,
      3: 60,
      4: 150,
      5: 15,
      8: 15,
    });
    expect(latest).toMatchObject([{ job_id: worst, late_minutes: 90, reason: 'qc_pool' }]);
  });

  it('the report matches a query on the jobs', async () => {
    const { rows } = await sql<{ completed: number; on_time: number }>`
      select count(*) as completed, count(*) filter (where completed_at <= due_at) as on_time from job
       where due_at is not null and to_char(completed_at at time zone 'Asia/Bangkok', 'YYYY-MM') = '2026-10'`.execute(
      bureau.db,
    );
    expect(await readReport('month')).toMatchObject(rows[0]!);
  });

  it('the report counts a reopened job only when it is completed again', async () => {
    await sql`update job set job_status = 'PENDING', completed_at = null where job_id = ${worst}`.execute(bureau.db);
    await runNow();
    expect(await readReport('month')).toMatchObject({ completed: 2, on_time: 2, late_minutes: 0 });
    await sql`update job set job_status = 'COMPLETED', completed_at = ${toInstant(8, '07:30')} where job_id = ${worst}`.execute(
      bureau.db,
    );
    await runNow();
    expect(await readReport('month')).toMatchObject({ completed: 3, late_minutes: 90 });
  });

  it('the report follows a completed job to another customer', async () => {
    await sql`update job set customer2_id = ${lumen.id} where job_id = ${worst}`.execute(bureau.db);
    await runNow();
    expect((await readReport('customer')).results).toMatchObject([{ key: lumen.cus_id1, completed: 3 }]);
  });

  const exportReport = async (format: 'xlsx' | 'pdf', language: 'vi' | 'en', month = '2026-10') => {
    const response = await bureau.app.inject({
      method: 'POST',
      url: endpoints.export.dueDates.path,
      headers: { authorization: `Bearer ${leader.token}` },
      payload: { format, language, filter: { by: 'month', month_from: month, month_to: month } },
    });
    expect(response.statusCode).toBe(200);
    return response.rawPayload;
  };

  it('the Excel file has a sheet for each section of the screen', async () => {
    const book = read(await exportReport('xlsx', 'en'), { cellDates: true, UTC: true });
    const sheets = book.SheetNames.map((name) => [
      name,
      utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, defval: null, UTC: true }),
    ]);
    const { worst: latest } = await readReport('month');
    expect(Object.fromEntries(sheets)).toEqual({
      'Due dates': [
        [
          'Group',
          'Jobs Completed',
          'On Time',
          'On Time, %',
          'On Time for First Due Date',
          'Due Date Changed',
          'Late',
          'Minutes Late',
          'Late By',
        ],
        ['2026-10', 3, 2, 66.7, 1, 1, 1, 90, '90 min of work'],
        ['All', 3, 2, 66.7, 1, 1, 1, 90, '90 min of work'],
      ],
      'The whole period': [
        ['Figure', 'Value', 'Definition'],
        ['On Time, %', 66.7, 'On time ÷ jobs completed.'],
        ['Jobs Completed', 3, expect.stringMatching(/^Jobs with a due date/)],
        ['On Time', 2, expect.stringMatching(/^Completed by the final due date/)],
        ['On Time for First Due Date', 1, expect.stringMatching(/by the first due date/)],
        ['Due Date Changed', 1, expect.stringMatching(/^Jobs whose due date was changed/)],
        ['Late', 1, 'Jobs completed − on time.'],
        ['Minutes Late', 90, expect.stringMatching(/^Total working time/)],
      ],
      'Reasons for late jobs': [
        ['Reason', 'Late jobs'],
        ['Waiting for QC', 1],
      ],
      'Working time by status': [
        ['Status', 'Minutes of Work', 'Working Time'],
        ['Waiting for QC', 150, '2.5 h of work'],
        ['Processing', 60, '60 min of work'],
        ['To Do', 30, '30 min of work'],
        ['Editor Assigned', 30, '30 min of work'],
        ['QC1 Started', 15, '15 min of work'],
        ['QC2 Done', 15, '15 min of work'],
      ],
      'Most delayed jobs': [
        ['Prod ID', 'Job Name', 'Customer', 'Due Date', 'Completed At', 'Minutes Late', 'Late By', 'Reason'],
        [
          latest[0]!.prod_id,
          latest[0]!.job_name,
          latest[0]!.customer,
          // In Bangkok's local time.
          new Date('2026-10-08T11:30:00Z'),
          new Date('2026-10-08T14:30:00Z'),
          90,
          '90 min of work',
          'Waiting for QC',
        ],
      ],
    });
  });

  it('the PDF has the same sections in the requested language', async () => {
    const text = (await readPageTexts(await exportReport('pdf', 'vi'))).join(' ');
    const { worst: latest } = await readReport('month');
    for (const expectedText of [
      'Đúng hạn, % 66,7 Đúng hạn ÷ đơn hàng hoàn thành.',
      'Thời gian trễ 90 phút làm Tổng thời gian làm việc',
      'Lý do trễ hạn Mỗi đơn hàng trễ',
      'Chờ QC nhận 1',
      'Thời gian theo trạng thái',
      '2,5 giờ làm',
      'Những đơn hàng trễ nhất',
      `${latest[0]!.prod_id} ${latest[0]!.job_name} ${latest[0]!.customer} 08/10/2026 11:30 08/10/2026 14:30 90 phút làm Chờ QC nhận`,
    ])
      expect(text).toContain(expectedText);
    // A figure in words is not repeated in minutes.
    expect(text).not.toContain('Số phút');
  });

  it('the file is an empty table when no job had a due date', async () => {
    const [page, ...more] = await readPageTexts(await exportReport('pdf', 'en', '2026-03'));
    expect(more).toEqual([]);
    expect(page).toContain('Rows: 0');
    expect(page).not.toContain('The latest jobs');
    const book = read(await exportReport('xlsx', 'en', '2026-03'));
    expect(book.SheetNames.map((name) => utils.sheet_to_json(book.Sheets[name]!))).toEqual([[], [], [], [], []]);
  });

  it('the report leaves out a job that was reopened and deleted before the count', async () => {
    const before = await readReport('month');
    const work = {
      customer: aurora,
      cat2: otherCustomer.id,
      createdAt: toInstant(20, '01:00'),
      moves: createQuickMoves(20),
      due: toInstant(20, '05:00'),
    };
    const job_id = await buildWork(work);
    await runNow();
    expect(await readReport('month')).toMatchObject({ completed: before.completed + 1 });
    const boss = await bureau.as(['npn_view_job', 'npn_view_all_tasks', 'npn_change_task', 'npn_delete_job']);
    const [task] = (await boss.call(endpoints.task.list, { job_id })).results;
    const { task_id, version } = task!;
    await boss.call(endpoints.task.adminUpdate, { task_id, version, status: 1, reason: 'Entered twice' });
    const [job] = (await boss.call(endpoints.job.list, { job_id })).results;
    await boss.call(endpoints.job.delete, { jobs: [{ job_id, version: job!.version }] });
    await runNow();
    expect(await readReport('month')).toMatchObject({ completed: before.completed, on_time: before.on_time });
    expect((await readReport('customer')).results.reduce((sum, { completed }) => sum + completed, 0)).toBe(
      before.completed,
    );
  });

  it('the report is refused to users without permission to see jobs', async () => {
    const period = { by: 'month', month_from: '2026-10', month_to: '2026-10' } as const;
    const strangers = [
      await bureau.as(['npn_view_task', 'npn_editor_pte']),
      await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1: aurora.cus_id1 })),
    ];
    for (const stranger of strangers) {
      expect((await stranger.send(endpoints.dueDate.report, period)).status).toBe(403);
      expect((await stranger.send(endpoints.dueDate.forecasts, period)).status).toBe(403);
    }
  });
});
