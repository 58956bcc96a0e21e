import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient, TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildDueJob } from '../../testing/factories/due-dates.ts';
import { createQualityMonth } from '../../testing/fixtures/quality-month.ts';
import { runForecast } from '../forecast/forecast.service.ts';

let bureau: TestApp;
let leader: ApiClient;
let boss: ApiClient;

const month = '2026-11';
const [from, to] = ['2026-11-01', '2026-11-30'];

beforeAll(async () => {
  ({ bureau, leader } = await createQualityMonth());
  boss = await bureau.as({ is_superuser: true });
  const customer = await buildCustomer(bureau.db);
  const category = await buildCategory(bureau.db, { workstream: 'PTE' });
  await buildPrice(bureau.db, { cus_id1: customer.cus_id1, service_cat2_id: category.id, retail_price: 2 });
  const at = (day: number, hour: number) => `2026-11-${String(day).padStart(2, '0')}T0${hour}:00:00.000Z`;
  for (const [day, dueHour] of [
    [4, 5],
    [5, 3],
  ] as const)
    await buildDueJob(bureau.db, {
      editor: leader.user_id,
      customer,
      cat2: category.id,
      createdAt: at(day, 1),
      moves: [
        [2, at(day, 2)],
        [3, at(day, 2)],
        [9, at(day, 4)],
      ],
      due: at(day, dueHour),
    });
  await runForecast(bureau.db, bureau.clock());
});
afterAll(() => bureau.close());

it('each figure of a month is the total of its own list', async () => {
  const { now, before } = await boss.call(endpoints.month.summary, { month });
  const jobs = await boss.call(endpoints.job.list, { job_date_from: from, job_date_to: to });
  const due = await boss.call(endpoints.dueDate.report, { month_from: month, month_to: month });
  const period = { date_from: from, date_to: to };
  const prices = await boss.call(endpoints.price.report, { ...period, counted_by: 'delivered' });
  const faults = await boss.call(endpoints.quality.tasks, { ...period, figure: 'faults' });
  const rework = await boss.call(endpoints.quality.tasks, { ...period, figure: 'rework' });
  const complaints = await boss.call(endpoints.request.complaints, period);
  expect(now).toEqual({
    orders: jobs.total_items,
    delivered: due.completed,
    late: due.completed - due.on_time,
    quantity: prices.quantity,
    amount: prices.amount,
    faults: faults.total_items,
    rework: rework.total_items,
    complaints: complaints.complaints,
  });
  expect(now).toMatchObject({ delivered: 2, late: 1, faults: 3, rework: 1 });
  expect(now.orders).toBeGreaterThan(2);
  expect(before).toMatchObject({ delivered: 0, late: 0 });
  expect((await boss.call(endpoints.month.summary, { month: '2026-12' })).before).toEqual(now);
});

it('a figure is null without access to its list', async () => {
  const lead = await bureau.as(['npn_assign_task', 'npn_view_job', 'npn_view_all_pte_tasks', 'npn_view_task']);
  const { now } = await lead.call(endpoints.month.summary, { month });
  expect(now).toMatchObject({ delivered: 2, quantity: null, amount: null, complaints: null });
  const prices = await bureau.as(['npn_view_customer']);
  const seen = (await prices.call(endpoints.month.summary, { month })).now;
  expect(seen).toMatchObject({ orders: null, delivered: null, late: null, faults: null, rework: null });
  expect(seen.amount).not.toBeNull();
  const editor = await bureau.as(['npn_view_job', 'npn_view_task']);
  expect((await editor.send(endpoints.month.summary, { month })).status).toBe(403);
});
