import { endpoints } from '@darkroom/contract/endpoints';
import type { RequestRow } from '@darkroom/contract/request/request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCus1 } from '../../testing/factories/customers.ts';
import { buildRequest } from '../../testing/factories/requests.ts';

let bureau: TestApp;
let reader: ApiClient;

const { request: calls } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  reader = await bureau.as(['npn_view_all_customer_request']);
});
afterAll(() => bureau.close());

describe('requests in a column', () => {
  it('unread requests come first on request, then the others in their order', async () => {
    const { id: cus_id1 } = await buildCus1(bureau.db);
    const addRequest = (day: number, bureau_unread = 0) =>
      buildRequest(bureau.db, { cus_id1, status_since: `2026-11-0${day}T03:00:00.000Z`, bureau_unread });
    const [first, second, third] = [await addRequest(1), await addRequest(2, 1), await addRequest(3, 2)];
    const listIds = async (input: object) =>
      (await reader.call(calls.list, { customer1_id: [cus_id1], ...input })).results.map(({ id }) => id);
    expect(await listIds({ sort: 'status_since' })).toEqual([first.id, second.id, third.id]);
    expect(await listIds({ sort: 'status_since', unread_first: true })).toEqual([second.id, third.id, first.id]);
    expect(await listIds({ sort: '-status_since', unread_first: true })).toEqual([third.id, second.id, first.id]);
  });

  it('complaints come first on request, after unread requests, on every page', async () => {
    const { id: cus_id1 } = await buildCus1(bureau.db);
    const addRequest = (day: number, row: { type?: RequestRow['type']; bureau_unread?: number } = {}) =>
      buildRequest(bureau.db, {
        cus_id1,
        type: 'CHANGE_REQUESTS',
        status_since: `2026-11-0${day}T03:00:00.000Z`,
        ...row,
      });
    const change = await addRequest(1);
    const fault = await addRequest(2, { type: 'FAULTS' });
    const answered = await addRequest(3, { bureau_unread: 1 });
    const unreadComplaint = await addRequest(4, { type: 'FAULTS', bureau_unread: 1 });
    const laterRequest = await addRequest(5, { type: 'FAULTS' });
    const listIds = async (input: object) =>
      (await reader.call(calls.list, { customer1_id: [cus_id1], sort: 'status_since', ...input })).results.map(
        ({ id }) => id,
      );
    expect(await listIds({ faults_first: true })).toEqual([
      fault.id,
      unreadComplaint.id,
      laterRequest.id,
      change.id,
      answered.id,
    ]);
    const listInput = { faults_first: true, unread_first: true, page_size: 2 };
    expect(await listIds(listInput)).toEqual([unreadComplaint.id, answered.id]);
    expect(await listIds({ ...listInput, page: 2 })).toEqual([fault.id, laterRequest.id]);
    expect(await listIds({ ...listInput, page: 3 })).toEqual([change.id]);
  });
});
