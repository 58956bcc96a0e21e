import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createComplaintFixture, type ComplaintFixture } from '../../testing/fixtures/complaint-fixture.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';

let bureau: TestApp;
let cs: ComplaintFixture['cs'];
let leader: ComplaintFixture['leader'];
let editor: ComplaintFixture['editor'];
let qcs: ComplaintFixture['qcs'];
let createComplaint: ComplaintFixture['createComplaint'];
let toReworkInput: ComplaintFixture['toReworkInput'];
let readRequest: ComplaintFixture['readRequest'];
let readTask: ComplaintFixture['readTask'];
let completeRework: ComplaintFixture['completeRework'];

const { request: calls, task: tasks, redo, history, notification } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  ({ cs, leader, editor, qcs, createComplaint, toReworkInput, readRequest, readTask, completeRework } =
    await createComplaintFixture(bureau));
});
afterAll(() => bureau.close());

describe('complaints', () => {
  it('a complaint is in Processing during rework and closes with a reply afterwards', async () => {
    const worker = await bureau.as(['npn_cs_customer_request', 'npn_rework_task', 'npn_view_all_tasks']);
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [firstTask, secondTask] = complaintTasks;
    const { version: currentVersion } = await worker.call(calls.rework, {
      id,
      version,
      tasks: complaintTasks.map((task) => toReworkInput(task)),
    });
    const changeStatus = (status: string, reply?: string) =>
      worker.send(calls.changeStatus, { id, version: currentVersion, status, ...(reply ? { reply } : {}) });
    await completeRework(firstTask.task_id);
    expect(await readRequest(id)).toMatchObject({ status: 'PROCESSING', rework_open: 1, rework_done: 1 });
    for (const status of ['DONE', 'TODO'])
      expect((await changeStatus(status, 'Done')).problem).toMatchObject({ status: 409, code: 'rework_open' });
    expect((await worker.call(notification.list, {})).results).toEqual([]);
    await completeRework(secondTask.task_id);
    expect(await readRequest(id)).toMatchObject({ status: 'PROCESSING', rework_open: 0, rework_done: 2 });
    expect((await worker.call(notification.list, {})).results).toMatchObject([
      { event: 'request_redone', request_id: id },
    ]);
    const silent = await changeStatus('DONE');
    expect(silent.problem).toMatchObject({ status: 422, code: 'reply_required', errors: [{ field: 'reply' }] });
    expect((await changeStatus('DONE', 'All three are straight now.')).body).toMatchObject({
      status: 'DONE',
      reply: 'All three are straight now.',
    });
  });

  it('a complaint shows its customer only that work is in rework, then completed', async () => {
    const { id, version, cus_id1, tasks: complaintTasks } = await createComplaint();
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
    const readReworkState = async () => (await customer.call(endpoints.portal.listRequests, { id })).results[0]?.rework;
    expect(await readReworkState()).toBeNull();
    await cs.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
    expect(await readReworkState()).toBe('BEING_REDONE');
    await completeRework(complaintTasks[0].task_id);
    expect(await readReworkState()).toBe('REDONE');
  });

  it('a complaint needs a reply to close after its customer saw it in rework', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    await cs.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
    await cs.call(redo.delete, { task_id: complaintTasks[0].task_id });
    const request = (await readRequest(id))!;
    expect(request).toMatchObject({ status: 'PROCESSING', rework_open: 0, rework_done: 0, rework_notified: true });
    const done = { id, version: request.version, status: 'DONE' } as const;
    expect((await cs.send(calls.changeStatus, done)).problem).toMatchObject({ status: 422, code: 'reply_required' });
    await cs.call(calls.changeStatus, { ...done, reply: 'We looked again: the walls are straight.' });
    const otherComplaint = await createComplaint();
    await cs.call(calls.changeStatus, { id: otherComplaint.id, version: otherComplaint.version, status: 'PROCESSING' });
    const { version: now } = (await readRequest(otherComplaint.id))!;
    await cs.call(calls.changeStatus, { id: otherComplaint.id, version: now, status: 'DONE' });
  });

  it('a complaint keeps its completed rework when the next one is deleted', async () => {
    const first = await createComplaint();
    const [task] = first.tasks;
    const { id } = first;
    await cs.call(calls.rework, { id, version: first.version, tasks: [toReworkInput(task, { rework_quantity: 2 })] });
    await completeRework(task.task_id);
    bureau.clock.advance(60_000);
    const later = await buildRequest(bureau.db, { status: 'TODO', cus_id1: first.cus_id1, job_id: first.job_id });
    const { version } = await readTask(task.task_id);
    const again = { id: later.id, version: later.version, tasks: [toReworkInput(task, { version })] };
    await cs.call(calls.rework, again);
    await cs.call(redo.delete, { task_id: task.task_id });
    expect(await readRequest(later.id)).toMatchObject({ rework_open: 0, rework_done: 0 });
    expect(await readRequest(id)).toMatchObject({ rework_open: 0, rework_done: 1 });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 2 });
  });

  it('a complaint stays in rework, and keeps its job, until its task is Completed', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [{ task_id }] = complaintTasks;
    await cs.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
    const boss = await bureau.as({ is_superuser: true });
    await boss.call(tasks.adminUpdate, {
      task_id,
      version: (await readTask(task_id)).version,
      status: 3,
      reason: 'By hand',
    });
    const request = (await readRequest(id))!;
    expect(request).toMatchObject({ rework_open: 1, rework_done: 0 });
    const finish = await cs.send(calls.changeStatus, { id, version: request.version, status: 'DONE', reply: 'Redone' });
    expect(finish.problem.code).toBe('rework_open');
    const unlink = await cs.send(calls.linkJob, { id, version: request.version, job_id: null });
    expect(unlink.problem.code).toBe('rework_open');
  });

  it('a complaint follows a task that a correction moves back', async () => {
    const { id, version, cus_id1, tasks: complaintTasks } = await createComplaint();
    const [firstTask, secondTask] = complaintTasks;
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
    const readReworkState = async () => (await customer.call(endpoints.portal.listRequests, { id })).results[0]?.rework;
    await cs.call(calls.rework, { id, version, tasks: complaintTasks.map((task) => toReworkInput(task)) });
    await completeRework(secondTask.task_id);
    const boss = await bureau.as({ is_superuser: true });
    const correctTask = async (fields: object) =>
      boss.call(tasks.adminUpdate, {
        task_id: firstTask.task_id,
        version: (await readTask(firstTask.task_id)).version,
        reason: 'By hand',
        ...fields,
      });
    await correctTask({ status: 1 });
    expect(await readRequest(id)).toMatchObject({ status: 'PROCESSING', rework_open: 1, rework_done: 1 });
    expect(await readReworkState()).toBe('BEING_REDONE');
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 6 });
    await correctTask({ status: 9, editor: editor.user_id, x1: 5 });
    expect(await readRequest(id)).toMatchObject({ rework_open: 0, rework_done: 2 });
    expect(await readReworkState()).toBe('REDONE');
  });

  it('a complaint records in its history that a reworked task was deleted', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [{ task_id }] = complaintTasks;
    await cs.call(calls.rework, { id, version, tasks: complaintTasks.map((task) => toReworkInput(task)) });
    const boss = await bureau.as({ is_superuser: true });
    const todo = await boss.call(tasks.adminUpdate, {
      task_id,
      version: (await readTask(task_id)).version,
      status: 1,
      reason: 'The customer wants it no more',
    });
    await boss.call(tasks.delete, { tasks: [{ task_id, version: todo.version }] });
    const { results } = await cs.call(history.list, { entity: 'customer_request', entity_id: id });
    expect(results[0]).toMatchObject({ action: 'task.delete', note: expect.stringContaining(`#${task_id}`) as string });
    expect(await readRequest(id)).toMatchObject({ rework_open: 1, rework_done: 0 });
  });

  it('a complaint shows the notes of each rework round', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [task] = complaintTasks;
    const sendToRework = async (expectedVersion: number, over: object) =>
      cs.call(calls.rework, {
        id,
        version: expectedVersion,
        tasks: [toReworkInput(task, { version: (await readTask(task.task_id)).version, ...over })],
      });
    const sent = await sendToRework(version, { rework_quantity: 2, rework_notes: 'Image 14 leans' });
    await completeRework(task.task_id);
    bureau.clock.advance(60_000);
    await sendToRework(sent.version, { rework_quantity: 1, rework_notes: 'It leans the other way now' });
    const { version: now } = await readTask(task.task_id);
    await leader.call(redo.update, { task_id: task.task_id, version: now, rework_notes: 'Level it by the window' });
    const [cause] = (await cs.call(calls.complaint, { id })).tasks;
    expect(cause?.rounds).toMatchObject([
      { pieces: 2, rework_notes: 'Image 14 leans', sent_by: cs.user_id },
      { pieces: 1, rework_notes: 'Level it by the window' },
    ]);
  });

  it('a complaint counts a twice reworked task once, and opens again', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [task] = complaintTasks;
    const readReworkCounts = async () => {
      const { rework_open, rework_done } = (await readRequest(id))!;
      return [rework_open, rework_done];
    };
    const sendToRework = async (expectedVersion: number) =>
      cs.call(calls.rework, {
        id,
        version: expectedVersion,
        tasks: [toReworkInput(task, { version: (await readTask(task.task_id)).version })],
      });
    const { version: sent } = await sendToRework(version);
    await completeRework(task.task_id);
    const done = await cs.call(calls.changeStatus, { id, version: sent, status: 'DONE', reply: 'Redone' });
    const reopened = await cs.call(calls.changeStatus, { id, version: done.version, status: 'PROCESSING' });
    bureau.clock.advance(60_000);
    await sendToRework(reopened.version);
    expect(await readReworkCounts()).toEqual([1, 0]);
    await completeRework(task.task_id);
    expect(await readReworkCounts()).toEqual([0, 1]);
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 6 });
  });

  it('a complaint opens again automatically when a completion is undone', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [{ task_id }] = complaintTasks;
    const sent = await cs.call(calls.rework, { id, version, tasks: [toReworkInput(complaintTasks[0])] });
    await completeRework(task_id);
    await cs.call(calls.changeStatus, { id, version: sent.version, status: 'DONE', reply: 'Redone' });
    await leader.call(tasks.undo, { tasks: [{ task_id, version: (await readTask(task_id)).version }] });
    expect(await readRequest(id)).toMatchObject({ status: 'PROCESSING', rework_open: 1, rework_done: 0 });
    const { results } = await cs.call(history.list, { entity: 'customer_request', entity_id: id });
    expect(results.map(({ action }) => action)).toEqual(['request.follow', 'request.changeStatus', 'request.rework']);
  });

  it('a complaint follows deleted and changed rework, but not another user’s', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [firstTask, secondTask] = complaintTasks;
    await cs.call(calls.rework, { id, version, tasks: complaintTasks.map((task) => toReworkInput(task)) });
    await cs.call(redo.delete, { task_id: firstTask.task_id });
    const { version: changed } = await readTask(secondTask.task_id);
    await leader.call(redo.update, { task_id: secondTask.task_id, version: changed, rework_quantity: 2 });
    expect(await readRequest(id)).toMatchObject({ rework_open: 1, rework_done: 0 });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 2, minutes: 16 });
    await completeRework(secondTask.task_id);
    const { version: now } = (await readRequest(id)) ?? { version: 0 };
    await cs.call(calls.changeStatus, { id, version: now, status: 'DONE', reply: 'Redone' });
    bureau.clock.advance(60_000);
    const again = {
      task_id: secondTask.task_id,
      version: (await readTask(secondTask.task_id)).version,
      action: 'rework',
    } as const;
    await cs.call(tasks.act, { ...again, rework_quantity: 5, rework_notes: 'Another customer’s wish' });
    expect(await readRequest(id)).toMatchObject({ status: 'DONE', rework_open: 0, rework_done: 1 });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 2 });
  });

  it('a complaint shows editors, QCs, faults and cost, as far as tasks are visible', async () => {
    const { id, version, tasks: complaintTasks } = await createComplaint();
    const [firstTask, secondTask] = complaintTasks;
    await cs.call(calls.rework, { id, version, tasks: [toReworkInput(firstTask, { fault_kinds: ['halo'] })] });
    const actOnTask = async (who: ApiClient, action: 'rework_done' | 'recheck_fault', more: object = {}) =>
      who.call(tasks.act, {
        task_id: firstTask.task_id,
        version: (await readTask(firstTask.task_id)).version,
        action,
        ...more,
      });
    await actOnTask(editor, 'rework_done');
    const checker = await bureau.as(['npn_view_all_tasks', 'npn_qc_pte', 'npn_review_task']);
    await actOnTask(checker, 'recheck_fault', { note: 'Still there', fault_kinds: ['leftover'] });
    const shown = await cs.call(calls.complaint, { id });
    const people = { editor: editor.user_id, qc_1: qcs[0]?.user_id, qc_2: qcs[1]?.user_id };
    expect(shown).toMatchObject({ pieces: 3, minutes: 24 });
    expect(shown.tasks).toMatchObject([
      {
        task_id: firstTask.task_id,
        status: 13,
        sent_by: cs.user_id,
        pieces: 3,
        minutes: 24,
        fault_kinds: ['halo'],
        recheck_fault_kinds: ['leftover'],
        task: people,
      },
      { task_id: secondTask.task_id, status: 9, sent_at: null, pieces: 0, fault_kinds: [], task: people },
    ]);
    const blind = await bureau.as(['npn_view_all_customer_request']);
    const bare = await blind.call(calls.complaint, { id });
    expect(bare.tasks.map(({ task_id, status, task }) => [task_id, status, task])).toEqual([
      [firstTask.task_id, 13, null],
      [secondTask.task_id, 9, null],
    ]);
    const stranger = await bureau.as({ permissions: ['npn_cs_customer_request'] });
    const admins = await createComplaint({ board: 'ADMIN_BOARD' });
    expect((await stranger.send(calls.complaint, { id: admins.id })).status).toBe(404);
  });
});
