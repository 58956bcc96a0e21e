import { endpoints } from '@darkroom/contract/endpoints';
import { read, type WorkSheet } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture, type ComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';
import { buildRequest } from '../../testing/factories/requests.ts';

let bureau: TestApp;
let cs: ComplaintFixture['cs'];
let createComplaint: ComplaintFixture['createComplaint'];
let toReworkInput: ComplaintFixture['toReworkInput'];
let completeRework: ComplaintFixture['completeRework'];

const { request: calls } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  ({ cs, createComplaint, toReworkInput, completeRework } = await createComplaintFixture(bureau));
});
afterAll(() => bureau.close());

describe('the list of complaints', () => {
  it('the list refuses a period that ends before it begins', async () => {
    const { problem } = await cs.send(calls.complaints, {
      date_from: '2026-11-02',
      date_to: '2026-11-01',
      by: 'customer',
    });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'date_to', code: 'ends_before' }] });
  });

  it('the list counts by customer, category and fault type, with the rework share', async () => {
    const createdAt = '2026-10-05T03:00:00.000Z';
    const { id, version, cus_id1, job_id, tasks: two } = await createComplaint({ created_at: createdAt });
    await bureau.db.updateTable('job').set({ job_date: '2026-10-02' }).where('job_id', '=', job_id).execute();
    await buildRequest(bureau.db, { cus_id1, created_at: '2026-10-31T16:59:00.000Z' });
    // Half past midnight of the next month in Bangkok.
    await buildRequest(bureau.db, { cus_id1, created_at: '2026-10-31T17:30:00.000Z' });
    await cs.call(calls.rework, {
      id,
      version,
      tasks: [toReworkInput(two[0], { rework_quantity: 2, fault_kinds: ['halo', 'leftover'] })],
    });
    const period = { date_from: '2026-10-01', date_to: '2026-10-31', customer1_id: [cus_id1] };
    const whole = { tasks: 1, pieces: 2, minutes: 16, delivered: 10, share: 0.2 };
    const inRework = await cs.call(calls.complaints, period);
    expect(inRework, 'what was delivered stays delivered while it is redone').toMatchObject(whole);
    expect(inRework.results).toMatchObject([whole]);
    await completeRework(two[0].task_id);
    const byCustomer = await cs.call(calls.complaints, period);
    expect(byCustomer).toMatchObject({ complaints: 2, ...whole });
    expect(byCustomer.results).toMatchObject([
      { key: cus_id1, name: expect.any(String) as string, complaints: 2, ...whole },
    ]);
    const byCategory = await cs.call(calls.complaints, { ...period, by: 'category' });
    expect(byCategory.results).toMatchObject([
      { key: expect.any(Number) as number, complaints: 1, ...whole },
      { key: null, name: null, complaints: 1, pieces: 0, delivered: 0, share: null },
    ]);
    const byKind = await cs.call(calls.complaints, { ...period, by: 'fault_kind' });
    expect(byKind.results.map(({ key, complaints, pieces, share }) => [key, complaints, pieces, share])).toEqual([
      ['halo', 1, 2, 0.2],
      ['leftover', 1, 2, 0.2],
      [null, 1, 0, 0],
    ]);
    expect(byKind).toMatchObject({ complaints: 2, ...whole });
    const nothing = await bureau.as(['npn_cs_customer_request']);
    const other = await nothing.call(calls.complaints, { ...period, date_from: '2026-10-06', date_to: '2026-10-30' });
    expect(other).toMatchObject({ results: [], complaints: 0 });
    const file = await bureau.app.inject({
      method: 'POST',
      url: endpoints.export.complaints.path,
      headers: { authorization: `Bearer ${cs.token}` },
      payload: { format: 'xlsx', language: 'en', filter: period },
    });
    expect([file.statusCode, file.headers['x-total-rows']]).toEqual([200, '1']);
    // The total is bold, and outside the filter.
    const sheet = read(file.rawPayload).Sheets['Complaints'] as WorkSheet;
    expect([sheet['!ref'], sheet['!autofilter']?.ref]).toEqual(['A1:G3', 'A1:G2']);
  });
});
