import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture, type ComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';

let bureau: TestApp;
let createComplaint: ComplaintFixture['createComplaint'];
let toReworkInput: ComplaintFixture['toReworkInput'];
let readRequest: ComplaintFixture['readRequest'];
let completeRework: ComplaintFixture['completeRework'];

const { request: calls, notification } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  ({ createComplaint, toReworkInput, readRequest, completeRework } = await createComplaintFixture(bureau));
});
afterAll(() => bureau.close());

describe('a complaint with tasks in rework', () => {
  it('a complaint in rework stays with users who can reply to its customer, with notification', async () => {
    const sender = await bureau.as(['npn_view_all_customer_request', 'npn_rework_task', 'npn_view_all_tasks']);
    const [clerk, otherClerk] = [
      await bureau.as(['npn_cs_customer_request']),
      await bureau.as(['npn_cs_customer_request']),
    ];
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const sent = await sender.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
    expect(sent).toMatchObject({ status: 'PROCESSING', processing_by: null });
    await completeRework(complaintTasks[0].task_id);
    for (const user of [clerk, otherClerk])
      expect((await user.call(notification.list, {})).results).toMatchObject([
        { event: 'request_redone', request_id: id },
      ]);
    expect((await sender.call(notification.list, {})).results).toEqual([]);
    const { version: currentVersion } = (await readRequest(id))!;
    const done = await clerk.call(calls.changeStatus, {
      id,
      version: currentVersion,
      status: 'DONE',
      reply: 'Đã xong',
    });
    expect(done).toMatchObject({ status: 'DONE', processing_by: clerk.user_id });
  });
});
