import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture, type ComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { rollUpAllQuality } from '../quality/rollup.service.ts';

let bureau: TestApp;
let desk: ComplaintFixture;

const { request: calls, task: tasks, redo, notification, portal } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  desk = await createComplaintFixture(bureau);
});
afterAll(() => bureau.close());

/** Creates a complaint about two parts of its job with a completed task each, and the customer's view of it. */
async function createComplaintOfTwoParts(fields: Parameters<ComplaintFixture['createComplaint']>[0] = {}) {
  const { db } = bureau;
  const createdComplaint = await desk.createComplaint(fields, 1);
  const [firstTask] = createdComplaint.tasks;
  const { job_detail_id } = await buildDetail(db, {
    job_id: createdComplaint.job_id,
    workstream: 'PTE',
    estimate_minutes: 8,
  });
  const { user_id: editor } = desk.editor;
  const secondTask = await buildTask(db, { job_detail_id, status: 9, x1: 7, editor });
  const addDetailsToRequest = async (request_id: number) => {
    for (const { job_detail_id: id } of [firstTask, secondTask]) {
      const { sub_prod_id } = await db
        .selectFrom('job_detail')
        .select('sub_prod_id')
        .where('job_detail_id', '=', id)
        .executeTakeFirstOrThrow();
      await db.insertInto('request_detail').values({ request_id, job_detail_id: id, sub_prod_id }).execute();
    }
  };
  await addDetailsToRequest(createdComplaint.id);
  const customer = await bureau.as(await buildCustomerAccount(db, { cus_id1: createdComplaint.cus_id1 }));
  const readReworkState = async (id = createdComplaint.id) =>
    (await customer.call(portal.listRequests, { id })).results[0]?.rework;
  return { ...createdComplaint, firstTask, secondTask, addDetailsToRequest, readReworkState };
}

/** Sends a task to rework without a complaint, some time before now. */
async function sendToReworkAsLeader(task_id: number, rework_quantity = 2) {
  const { version } = await desk.readTask(task_id);
  const boss = await bureau.as({ is_superuser: true });
  const reworkInput = { action: 'rework', rework_quantity, rework_notes: 'The sky is grey' } as const;
  const task = await boss.call(tasks.act, { task_id, version, ...reworkInput });
  bureau.clock.advance(60_000);
  return { task_id, version: task.version, by: boss.user_id, at: task.rework_at };
}

const readComplaintState = async (id: number) => {
  const { status, rework_open, rework_done } = (await desk.readRequest(id))!;
  return [status, rework_open, rework_done];
};

const toTaskVersion = async (task_id: number) => ({ task_id, version: (await desk.readTask(task_id)).version });

describe('a running rework of another user', () => {
  it('a link takes its time, user, quantity and notes, without a move', async () => {
    const { cs } = desk;
    const { id, version, secondTask } = await createComplaintOfTwoParts();
    const { by, at } = await sendToReworkAsLeader(secondTask.task_id);
    const shown = await cs.call(calls.complaint, { id });
    const running = { since: at, by, pieces: 2, rework_notes: 'The sky is grey', counted_by_other_complaint: false };
    expect(shown.tasks.find(({ task_id }) => task_id === secondTask.task_id)).toMatchObject({ running, sent_at: null });
    const before = await desk.readTask(secondTask.task_id);
    const input = {
      id,
      version,
      tasks: [],
      running: [{ ...(await toTaskVersion(secondTask.task_id)), fault_kinds: ['halo'] }],
    };
    const after = await cs.call(calls.rework, input);
    expect(after).toMatchObject({
      status: 'PROCESSING',
      processing_by: cs.user_id,
      rework_open: 1,
      rework_notified: true,
    });
    expect(await desk.readTask(secondTask.task_id)).toEqual(before);
    const complaint = await cs.call(calls.complaint, { id });
    expect(complaint).toMatchObject({ pieces: 2, minutes: 16 });
    expect(complaint.tasks.find(({ task_id }) => task_id === secondTask.task_id)).toMatchObject({
      sent_at: at,
      sent_by: by,
      fault_kinds: ['halo'],
      rounds: [{ sent_at: at, sent_by: by, pieces: 2, rework_notes: 'The sky is grey' }],
    });
    const again = await cs.send(calls.rework, { ...input, version: after.version });
    expect(again.problem.errors).toMatchObject([{ field: 'running.0.task_id', code: 'duplicate' }]);
    await desk.completeRework(secondTask.task_id);
    expect(await readComplaintState(id)).toEqual(['PROCESSING', 0, 1]);
  });

  it('a link can be combined with tasks sent now, and all must be completed', async () => {
    const { cs } = desk;
    const { id, version, firstTask, secondTask, readReworkState } = await createComplaintOfTwoParts();
    await sendToReworkAsLeader(secondTask.task_id);
    const running = [await toTaskVersion(secondTask.task_id)];
    const lateResponse = await cs.send(calls.rework, {
      id,
      version,
      tasks: [desk.toReworkInput(secondTask, running[0])],
    });
    expect(lateResponse.problem.code).toBe('wrong_status');
    const early = await cs.send(calls.rework, {
      id,
      version,
      tasks: [],
      running: [await toTaskVersion(firstTask.task_id)],
    });
    expect(early.problem.code).toBe('wrong_status');
    expect(await readComplaintState(id)).toEqual(['TODO', 0, 0]);
    await cs.call(calls.rework, { id, version, tasks: [desk.toReworkInput(firstTask)], running });
    expect(await readComplaintState(id)).toEqual(['PROCESSING', 2, 0]);
    await desk.completeRework(firstTask.task_id);
    expect(await readReworkState()).toBe('BEING_REDONE');
    await desk.completeRework(secondTask.task_id);
    expect(await readComplaintState(id)).toEqual(['PROCESSING', 0, 2]);
    expect(await readReworkState()).toBe('REDONE');
  });

  it('a link has the checks of sending, once for each task', async () => {
    const { id, version, firstTask, secondTask } = await createComplaintOfTwoParts();
    await sendToReworkAsLeader(secondTask.task_id);
    const running = [await toTaskVersion(secondTask.task_id)];
    const empty = await desk.cs.send(calls.rework, { id, version, tasks: [], running: [] });
    expect(empty.problem.errors).toMatchObject([{ field: 'tasks', code: 'required' }]);
    const twice = await desk.cs.send(calls.rework, {
      id,
      version,
      tasks: [desk.toReworkInput(secondTask, running[0])],
      running,
    });
    expect(twice.problem.errors).toMatchObject([{ field: 'running', code: 'duplicate' }]);
    const kind = [{ ...running[0], fault_kinds: ['no_kind'] }];
    const unknown = await desk.cs.send(calls.rework, {
      id,
      version,
      tasks: [desk.toReworkInput(firstTask)],
      running: kind,
    });
    expect(unknown.problem.errors).toMatchObject([{ field: 'running.0.fault_kinds.0', code: 'unknown' }]);
    const foreign = await createComplaintOfTwoParts();
    const strange = await desk.cs.send(calls.rework, { id: foreign.id, version: foreign.version, tasks: [], running });
    expect(strange.problem.errors).toMatchObject([{ field: 'running.0.task_id', code: 'unknown' }]);
    const plain = await bureau.as(['npn_cs_customer_request', 'npn_view_all_tasks']);
    expect((await plain.send(calls.rework, { id, version, tasks: [], running })).status).toBe(403);
    expect(await readComplaintState(id)).toEqual(['TODO', 0, 0]);
  });

  it('a linked rework counts as caused by a complaint, even when counted before', async () => {
    const { id, version, secondTask } = await createComplaintOfTwoParts();
    const { at } = await sendToReworkAsLeader(secondTask.task_id);
    const readComplaintFacts = async () => {
      await rollUpAllQuality(bureau.db, bureau.clock());
      return bureau.db
        .selectFrom('quality_fact')
        .select(['at', 'complaint'])
        .where('task_id', '=', secondTask.task_id)
        .where('kind', '=', 'rework')
        .execute();
    };
    expect(await readComplaintFacts()).toEqual([{ at, complaint: false }]);
    await desk.cs.call(calls.rework, { id, version, tasks: [], running: [await toTaskVersion(secondTask.task_id)] });
    expect(await readComplaintFacts()).toEqual([{ at, complaint: true }]);
  });
});

describe('a rework of two complaints', () => {
  async function createSharedComplaints() {
    const first = await createComplaintOfTwoParts({ created_at: '2026-09-05T03:00:00.000Z' });
    const { cus_id1, job_id, secondTask } = first;
    const { db } = bureau;
    const created_at = '2026-09-06T03:00:00.000Z';
    const second = await buildRequest(db, { status: 'TODO', cus_id1, job_id, created_at });
    const reworkTask = desk.toReworkInput(secondTask, { rework_quantity: 3, fault_kinds: ['halo'] });
    await desk.cs.call(calls.rework, { id: first.id, version: first.version, tasks: [reworkTask] });
    bureau.clock.advance(60_000);
    const running = (await desk.cs.call(calls.complaint, { id: second.id })).tasks.find(
      ({ task_id }) => task_id === secondTask.task_id,
    );
    expect(running).toMatchObject({ running: { pieces: 3, counted_by_other_complaint: true }, sent_at: null });
    await desk.cs.call(calls.rework, {
      id: second.id,
      version: second.version,
      tasks: [],
      running: [{ ...(await toTaskVersion(secondTask.task_id)), fault_kinds: ['leftover'] }],
    });
    return { ...first, second: second.id };
  }

  it('a shared rework opens, closes and reopens both complaints, with notifications', async () => {
    const { id, second, secondTask, readReworkState } = await createSharedComplaints();
    for (const complaint_id of [id, second]) {
      expect(await readComplaintState(complaint_id)).toEqual(['PROCESSING', 1, 0]);
      const { version } = (await desk.readRequest(complaint_id))!;
      const done = await desk.cs.send(calls.changeStatus, {
        id: complaint_id,
        version,
        status: 'DONE',
        reply: 'Redone',
      });
      expect(done.problem.code).toBe('rework_open');
    }
    await desk.completeRework(secondTask.task_id);
    expect([await readReworkState(), await readReworkState(second)]).toEqual(['REDONE', 'REDONE']);
    const { results } = await desk.cs.call(notification.list, {});
    const notifiedRequests = results
      .filter(({ event }) => event === 'request_redone')
      .map(({ request_id }) => request_id);
    expect(notifiedRequests).toEqual(expect.arrayContaining([id, second]));
    for (const complaint_id of [id, second]) {
      const { version } = (await desk.readRequest(complaint_id))!;
      await desk.cs.call(calls.changeStatus, { id: complaint_id, version, status: 'DONE', reply: 'Redone' });
    }
    await desk.leader.call(tasks.undo, { tasks: [await toTaskVersion(secondTask.task_id)] });
    for (const complaint_id of [id, second])
      expect(await readComplaintState(complaint_id)).toEqual(['PROCESSING', 1, 0]);
  });

  it('a deleted shared rework leaves both complaints, and has one quantity', async () => {
    const { id, second, secondTask } = await createSharedComplaints();
    await desk.leader.call(redo.update, { ...(await toTaskVersion(secondTask.task_id)), rework_quantity: 5 });
    for (const request_id of [id, second])
      expect(await desk.cs.call(calls.complaint, { id: request_id })).toMatchObject({ pieces: 5 });
    await desk.cs.call(redo.delete, { task_id: secondTask.task_id });
    for (const request_id of [id, second]) {
      expect(await readComplaintState(request_id)).toEqual(['PROCESSING', 0, 0]);
      expect(await desk.cs.call(calls.complaint, { id: request_id })).toMatchObject({ pieces: 0 });
    }
  });

  it('a restored shared rework returns to both complaints, with its cost', async () => {
    const { id, second, secondTask } = await createSharedComplaints();
    await desk.cs.call(redo.delete, { task_id: secondTask.task_id });
    const { version } = (await desk.readRequest(second))!;
    await desk.cs.call(calls.changeStatus, { id: second, version, status: 'DONE', reply: 'Straight' });
    const { done } = await desk.cs.call(tasks.undo, { tasks: [await toTaskVersion(secondTask.task_id)] });
    expect(done).toMatchObject([{ status: 13, rework_quantity: 3 }]);
    const { results } = await desk.cs.call(endpoints.history.list, { entity: 'customer_request', entity_id: id });
    expect(results.slice(0, 2)).toMatchObject(
      ['request.reworkAgain', 'request.reworkDeleted'].map((action) => ({
        action,
        actor: desk.cs.user_id,
        note: expect.stringContaining(`#${secondTask.task_id}`) as string,
      })),
    );
    for (const request_id of [id, second]) {
      expect(await readComplaintState(request_id)).toEqual(['PROCESSING', 1, 0]);
      expect(await desk.cs.call(calls.complaint, { id: request_id })).toMatchObject({ pieces: 3 });
    }
    await desk.completeRework(secondTask.task_id);
    for (const request_id of [id, second]) expect(await readComplaintState(request_id)).toEqual(['PROCESSING', 0, 1]);
  });

  it('a shared rework counts once in each line and in the total', async () => {
    const { id, second, cus_id1 } = await createSharedComplaints();
    const period = { date_from: '2026-09-01', date_to: '2026-09-30', customer1_id: [cus_id1] };
    const once = { complaints: 2, tasks: 1, pieces: 3, minutes: 24 };
    for (const by of ['customer', 'category'] as const) {
      const report = await desk.cs.call(calls.complaints, { ...period, by });
      expect(report).toMatchObject({ ...once, results: [once] });
    }
    const kinds = await desk.cs.call(calls.complaints, { ...period, by: 'fault_kind' });
    expect(kinds).toMatchObject(once);
    expect(kinds.results.map(({ key, complaints, pieces }) => [key, complaints, pieces])).toEqual([
      ['halo', 1, 3],
      ['leftover', 1, 3],
    ]);
    for (const request_id of [id, second])
      expect(await desk.cs.call(calls.complaint, { id: request_id })).toMatchObject({ pieces: 3 });
  });
});

describe('a named detail with rework for another reason', () => {
  it('the detail hides "completed" from the customer and warns the closing user', async () => {
    const { cs } = desk;
    const { id, version, firstTask, secondTask, readReworkState } = await createComplaintOfTwoParts();
    await cs.call(calls.rework, { id, version, tasks: [desk.toReworkInput(firstTask)] });
    await sendToReworkAsLeader(secondTask.task_id);
    const part = (await desk.readTask(secondTask.task_id)).job_detail_id;
    const named = (await desk.readRequest(id))!.job_details.find(({ job_detail_id }) => job_detail_id === part);
    const sub_prod_ids_in_rework = [named!.sub_prod_id];
    await desk.completeRework(firstTask.task_id);
    expect(await desk.readRequest(id)).toMatchObject({ rework_open: 0, rework_done: 1, sub_prod_ids_in_rework });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ sub_prod_ids_in_rework });
    expect(await readReworkState()).toBe('BEING_REDONE');
    const readNotified = async () =>
      (await cs.call(notification.list, {})).results.filter(({ request_id }) => request_id === id).length;
    expect(await readNotified()).toBe(0);
    await desk.completeRework(secondTask.task_id);
    expect(await readReworkState()).toBe('REDONE');
    expect(await desk.readRequest(id)).toMatchObject({ sub_prod_ids_in_rework: [] });
    expect(await readNotified()).toBe(1);
  });

  it('the detail requires a reply even if the complaint sent nothing to rework', async () => {
    const { cs } = desk;
    const { id, version, firstTask, secondTask, readReworkState } = await createComplaintOfTwoParts();
    await sendToReworkAsLeader(secondTask.task_id);
    await cs.call(calls.changeStatus, { id, version, status: 'PROCESSING' });
    const finishComplaint = async (reply?: string) =>
      cs.send(calls.changeStatus, {
        id,
        version: (await desk.readRequest(id))!.version,
        status: 'DONE',
        ...(reply ? { reply } : {}),
      });
    expect((await finishComplaint()).problem).toMatchObject({ status: 422, code: 'reply_required' });
    // The customer did not see rework of this complaint before, and does not now.
    expect(await readReworkState()).toBeNull();
    await cs.call(calls.rework, { id, version: version + 1, tasks: [desk.toReworkInput(firstTask)] });
    await desk.completeRework(firstTask.task_id);
    expect((await finishComplaint('Part 2 follows.')).body).toMatchObject({ status: 'DONE' });
    expect(await readReworkState()).toBe('BEING_REDONE');
    await desk.completeRework(secondTask.task_id);
    expect(await readReworkState()).toBe('REDONE');
    bureau.clock.advance(60_000);
    await sendToReworkAsLeader(secondTask.task_id);
    expect(await readReworkState(), 'a later rework is another’s').toBe('REDONE');
    expect(await desk.readRequest(id)).toMatchObject({ status: 'DONE', sub_prod_ids_in_rework: [] });
  });
});

describe('pieces that the rework of a complaint added', () => {
  it('added pieces are shown with the earlier quantity while the rework is last', async () => {
    const { cs } = desk;
    const { id, version, secondTask } = await createComplaintOfTwoParts();
    await cs.call(calls.rework, { id, version, tasks: [desk.toReworkInput(secondTask)] });
    const counted = await desk.editor.call(tasks.act, {
      ...(await toTaskVersion(secondTask.task_id)),
      action: 'set_quantity',
      x1: 9,
    });
    expect(counted.x1).toBe(9);
    await desk.completeRework(secondTask.task_id);
    const findCause = async () =>
      (await cs.call(calls.complaint, { id })).tasks.find(({ task_id }) => task_id === secondTask.task_id);
    expect(await findCause()).toMatchObject({ status: 9, counted_before: 7, task: { quantity: 9 } });
    bureau.clock.advance(60_000);
    const { version: currentVersion } = (await desk.readRequest(id))!;
    await cs.call(calls.rework, {
      id,
      version: currentVersion,
      tasks: [desk.toReworkInput(secondTask, await toTaskVersion(secondTask.task_id))],
    });
    await desk.completeRework(secondTask.task_id);
    expect(await findCause(), 'sent twice, it is what it counted before the first time').toMatchObject({
      counted_before: 7,
      task: { quantity: 9 },
    });
    bureau.clock.advance(60_000);
    await sendToReworkAsLeader(secondTask.task_id);
    expect(await findCause()).toMatchObject({ counted_before: null });
  });
});
