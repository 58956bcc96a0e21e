import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';

let bureau: TestApp;
let reader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  reader = await bureau.as(['npn_view_customer']);
});
afterAll(() => bureau.close());

const OCTOBER = { date_from: '2026-10-01', date_to: '2026-10-31' };
const NOVEMBER = { date_from: '2026-11-01', date_to: '2026-11-30' };

describe('the price report by first completion', () => {
  /** Midnight in Bangkok at the end of October. */
  const MIDNIGHT = '2026-10-31T17:00:00.000Z';
  const earlier = '2026-10-31T16:59:59.000Z';

  /** Returns a customer's October work by month: by the job's date, and by first completion. */
  async function readCountedTotals(customer2_id: number) {
    const readReport = async (input: InputOf<typeof endpoints.price.report>) =>
      (await reader.call(endpoints.price.report, { customer2_id: [customer2_id], ...input })).quantity;
    const readBothMonths = (counted_by: 'job_date' | 'delivered') =>
      Promise.all([OCTOBER, NOVEMBER].map((period) => readReport({ ...period, counted_by })));
    return { job_date: await readBothMonths('job_date'), delivered: await readBothMonths('delivered') };
  }

  const addWork = async (customer2_id: number, task: object, detail: object = { unit_price: 1 }) => {
    const job = { customer2_id, job_date: '2026-10-30' };
    const { job_detail_id } = await buildDetail(bureau.db, { ...detail, job });
    return buildTask(bureau.db, { job_detail_id, x1: 10, ...task });
  };

  it('late work counts in its month of completion, by the Bangkok day', async () => {
    const { id } = await buildCustomer(bureau.db);
    await addWork(id, { status: 9, x1: 1, end_time: earlier });
    await addWork(id, { status: 9, x1: 2, end_time: MIDNIGHT });
    await addWork(id, { status: 8, x1: 4 });
    expect(await readCountedTotals(id)).toEqual({ job_date: [3, 0], delivered: [1, 2] });
  });

  it('each piece counts once, in the month of its first completion', async () => {
    const { id } = await buildCustomer(bureau.db);
    const boss = await bureau.as({ is_superuser: true });
    const otherUser = await bureau.as({ is_superuser: true });
    const editor = await bureau.as({ is_superuser: true });
    const { act, undo, adminUpdate } = endpoints.task;
    const { task_id, version } = await addWork(id, { status: 9, end_time: earlier, editor: editor.user_id });
    const asks = { rework_quantity: 3, rework_notes: 'again' };
    const sent = await boss.call(act, { task_id, version, action: 'rework', ...asks });
    expect((await readCountedTotals(id)).delivered).toEqual([7, 0]);
    const deleted = await boss.call(endpoints.redo.delete, { task_id });
    await boss.call(undo, { tasks: [{ task_id, version: deleted.version }] });
    expect((await readCountedTotals(id)).delivered).toEqual([7, 0]);
    let now = await editor.call(act, { task_id, version: sent.version + 2, action: 'rework_done' });
    for (const who of [boss, otherUser])
      now = await who.call(act, { task_id, version: now.version, action: 'recheck' });
    const redone = await boss.call(act, { task_id, version: now.version, action: 'complete' });
    expect(redone.end_time).toBe(bureau.clock());
    expect(await readCountedTotals(id)).toEqual({ job_date: [10, 0], delivered: [10, 0] });
    // An undone correction has no effect. A correction that stays is not a delivery, so the next completion is one.
    const correctTask = (expectedVersion: number, input: object) =>
      boss.call(adminUpdate, { task_id, version: expectedVersion, reason: 'By hand', ...input });
    bureau.clock.advance(1000);
    const correctedTask = await correctTask(redone.version, {
      status: 8,
      first_qc: boss.user_id,
      second_qc: otherUser.user_id,
    });
    expect((await readCountedTotals(id)).delivered).toEqual([0, 0]);
    const { done } = await boss.call(undo, { tasks: [{ task_id, version: correctedTask.version }] });
    expect((await readCountedTotals(id)).delivered).toEqual([10, 0]);
    const again = await correctTask(done[0]!.version, {
      status: 8,
      first_qc: boss.user_id,
      second_qc: otherUser.user_id,
    });
    const completedAgain = await correctTask(again.version, { status: 9 });
    expect((await readCountedTotals(id)).delivered).toEqual([0, 10]);
    // A rework before the second completion does not matter: the corrected end is the time of delivery.
    await correctTask(completedAgain.version, { start_time: '2026-10-30T02:00:00Z', end_time: earlier });
    expect((await readCountedTotals(id)).delivered).toEqual([10, 0]);
  });

  it('the report follows a corrected end, unless the task was in rework since', async () => {
    const { id } = await buildCustomer(bureau.db);
    const boss = await bureau.as({ is_superuser: true });
    const { task_id, version } = await addWork(id, {
      status: 9,
      end_time: MIDNIGHT,
      start_time: '2026-10-30T02:00:00Z',
    });
    expect((await readCountedTotals(id)).delivered).toEqual([0, 10]);
    await boss.call(endpoints.task.adminUpdate, { task_id, version, reason: 'Late click', end_time: earlier });
    expect((await readCountedTotals(id)).delivered).toEqual([10, 0]);
  });

  it('the file names its kind of day, and details are priced by it', async () => {
    const { id, cus_id1 } = await buildCustomer(bureau.db);
    for (const end_time of [MIDNIGHT, earlier]) await addWork(id, { status: 9, x1: 5, end_time }, { unit_price: null });
    const boss = await bureau.as({ is_superuser: true });
    const previewFillIn = (period: object) => boss.call(endpoints.price.previewFillIn, { cus_id1, ...period });
    const { without } = await previewFillIn({ ...NOVEMBER, counted_by: 'delivered' });
    expect(without).toMatchObject({ details: 1, done_quantity: 5 });
    expect((await previewFillIn(NOVEMBER)).without.details).toBe(0);
    expect((await previewFillIn(OCTOBER)).without.details).toBe(2);
    const file = await bureau.app.inject({
      method: 'POST',
      url: endpoints.export.priceReport.path,
      headers: { authorization: `Bearer ${reader.token}` },
      payload: {
        format: 'pdf',
        language: 'en',
        filter: { ...NOVEMBER, counted_by: 'delivered', customer2_id: [id] },
      },
    });
    expect(file.headers['content-disposition']).toContain('price-report-2026-11-01_2026-11-30-first-completed');
    const text = (await readPageTexts(file.rawPayload)).join(' ');
    expect(text).toContain('Counted By: First completed');
  });

  it('the report equals the customer’s own report and its months', async () => {
    const { id, cus_id1 } = await buildCustomer(bureau.db);
    await addWork(id, { status: 9, x1: 1, end_time: earlier });
    await addWork(id, { status: 9, x1: 2, end_time: MIDNIGHT });
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
    const period = { date_from: OCTOBER.date_from, date_to: NOVEMBER.date_to };
    const readMonths = async (counted_by: 'job_date' | 'delivered') =>
      (await customer.call(endpoints.portal.reportChart, { ...period, counted_by })).months.map(
        ({ month, quantity }) => [month, quantity],
      );
    expect(await readMonths('job_date')).toEqual([
      ['2026-10', 3],
      ['2026-11', 0],
    ]);
    expect(await readMonths('delivered')).toEqual([
      ['2026-10', 1],
      ['2026-11', 2],
    ]);
    const own = await customer.call(endpoints.portal.report, { ...NOVEMBER, counted_by: 'delivered' });
    expect(own).toMatchObject({ quantity: 2, amount: 2 });
  });
});
