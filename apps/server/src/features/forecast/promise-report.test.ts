import { endpoints } from '@darkroom/contract/endpoints';
import type { Instant } from '@darkroom/domain/calendar/day';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { buildPromised, type PromisedWork } from '../../testing/factories/promised.ts';
import { forecastRound } from './forecast.service.ts';

let bureau: TestApp;
let leader: Client;
let category: { id: number };
let other: { id: number };
let lumen: { id: number; cus_id1: number };
let aurora: { id: number; cus_id1: number };
let editor: number;

beforeAll(async () => {
  bureau = await testApp();
  leader = await bureau.as(['npn_view_job', 'npn_view_all_tasks', 'npn_change_job']);
  category = await buildCategory(bureau.db, { workstream: 'PTE' });
  other = await buildCategory(bureau.db, { workstream: 'PTE' });
  lumen = await buildCustomer(bureau.db);
  aurora = await buildCustomer(bureau.db);
  editor = (await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] })).user_id;
});
afterAll(() => bureau.close());

const made = (work: Omit<PromisedWork, 'editor'>) => buildPromised(bureau.db, { editor, ...work });
const round = () => forecastRound(bureau.db, bureau.clock());
const report = (by: 'month' | 'customer' | 'category') =>
  leader.call(endpoints.promise.report, { by, month_from: '2026-10', month_to: '2026-10' });

// Tuesday 6 October 2026; the bureau works 08:00–12:00 and 13:30–17:30 in Bangkok, which is 01:00–05:00 and 06:30–10:30 UTC.
const at = (day: number, time: string): Instant => `2026-10-${String(day).padStart(2, '0')}T${time}:00.000Z`;
const quick = (day: number) =>
  [
    [2, at(day, '01:30')],
    [3, at(day, '02:00')],
    [4, at(day, '03:00')],
    [9, at(day, '04:00')],
  ] as const;

describe('a month of promises', () => {
  let worst: number;
  beforeAll(async () => {
    // Kept; kept only because it was promised otherwise; late by 90 minutes over lunch; nothing promised.
    await made({ customer: lumen, cat2: category.id, came: at(6, '01:00'), moves: quick(6), due: at(6, '05:00') });
    await made({
      customer: lumen,
      cat2: category.id,
      came: at(7, '01:00'),
      moves: quick(7),
      due: at(7, '10:00'),
      first_due: at(7, '03:00'),
    });
    worst = await made({
      customer: aurora,
      cat2: other.id,
      came: at(8, '01:00'),
      // 30 minutes to be taken, 30 to be started, 60 edited, then 60 + 90 in the queue of QC 1, 15 checked, 15 to be completed.
      moves: [
        [2, at(8, '01:30')],
        [3, at(8, '02:00')],
        [4, at(8, '03:00')],
        [5, at(8, '07:00')],
        [8, at(8, '07:15')],
        [9, at(8, '07:30')],
      ],
      due: at(8, '04:30'),
    });
    await made({ customer: aurora, cat2: other.id, came: at(9, '01:00'), moves: quick(9), due: null });
    // Completed on 1 November in Bangkok: another month.
    await made({
      customer: lumen,
      cat2: category.id,
      came: at(30, '01:00'),
      moves: [[9, at(31, '17:30')]],
      due: at(30, '10:00'),
    });
    await round();
  });

  it('counts what was kept, as promised last and first, by month, customer and category', async () => {
    const whole = await report('month');
    expect(whole).toMatchObject({ completed: 3, kept: 2, kept_first: 1, changed: 1, late_minutes: 90, share: 2 / 3 });
    expect(whole.results).toMatchObject([{ key: '2026-10', completed: 3, kept: 2 }]);
    expect((await report('customer')).results).toMatchObject([
      { key: lumen.cus_id1, completed: 2, kept: 2, kept_first: 1 },
      { key: aurora.cus_id1, completed: 1, kept: 0, late_minutes: 90 },
    ]);
    expect((await report('category')).results).toMatchObject([
      { key: category.id, completed: 2, kept: 2 },
      { key: other.id, completed: 1, kept: 0 },
    ]);
  });

  it('says what late jobs waited for, where their working time went, and which was the latest', async () => {
    const { reasons, minutes, worst: latest } = await report('month');
    expect(reasons.filter(({ jobs }) => jobs > 0)).toEqual([{ reason: 'qc_pool', jobs: 1 }]);
    expect(
      Object.fromEntries(minutes.filter((one) => one.minutes > 0).map((one) => [one.status, one.minutes])),
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

  it('reproduces from the jobs themselves', async () => {
    const { rows } = await sql<{ completed: number; kept: number }>`
      select count(*) as completed, count(*) filter (where completed_at <= due_at) as kept from job
       where due_at is not null and to_char(completed_at at time zone 'Asia/Bangkok', 'YYYY-MM') = '2026-10'`.execute(
      bureau.db,
    );
    expect(await report('month')).toMatchObject(rows[0]!);
  });

  it('counts a job that is opened again only once it is completed again', async () => {
    await sql`update job set job_status = 'PENDING', completed_at = null where job_id = ${worst}`.execute(bureau.db);
    await round();
    expect(await report('month')).toMatchObject({ completed: 2, kept: 2, late_minutes: 0 });
    await sql`update job set job_status = 'COMPLETED', completed_at = ${at(8, '07:30')} where job_id = ${worst}`.execute(
      bureau.db,
    );
    await round();
    expect(await report('month')).toMatchObject({ completed: 3, late_minutes: 90 });
  });

  it('follows a completed job to another customer', async () => {
    await sql`update job set customer2_id = ${lumen.id} where job_id = ${worst}`.execute(bureau.db);
    await round();
    expect((await report('customer')).results).toMatchObject([{ key: lumen.cus_id1, completed: 3 }]);
  });

  it('leaves as Excel and as PDF', async () => {
    const take = async (format: 'xlsx' | 'pdf') => {
      const answer = await bureau.app.inject({
        method: 'POST',
        url: endpoints.export.promises.path,
        headers: { authorization: `Bearer ${leader.token}` },
        payload: {
          format,
          language: 'en',
          filter: { by: 'month', month_from: '2026-10', month_to: '2026-10' },
        },
      });
      expect(answer.statusCode).toBe(200);
      return answer.rawPayload;
    };
    const book = read(await take('xlsx'));
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: null });
    expect(rows).toEqual([
      [
        'Group',
        'Jobs completed',
        'Kept',
        'Kept, %',
        'Kept as promised first',
        'Promised otherwise',
        'Late',
        'Minutes late',
      ],
      ['2026-10', 3, 2, 66.7, 1, 1, 1, 90],
      ['All', 3, 2, 66.7, 1, 1, 1, 90],
    ]);
    expect((await take('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is nobody’s who sees no jobs: neither an editor’s nor a customer’s', async () => {
    const period = { by: 'month', month_from: '2026-10', month_to: '2026-10' } as const;
    const strangers = [
      await bureau.as(['npn_view_task', 'npn_editor_pte']),
      await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1: aurora.cus_id1 })),
    ];
    for (const stranger of strangers) {
      expect((await stranger.send(endpoints.promise.report, period)).status).toBe(403);
      expect((await stranger.send(endpoints.promise.forecasts, period)).status).toBe(403);
    }
  });
});
