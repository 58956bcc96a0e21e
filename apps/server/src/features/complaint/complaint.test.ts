import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../testing/statements.ts';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildDetail, buildJob, buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let cs: Client;
let leader: Client;
let editor: Client;
let qcs: Client[];

const { request: calls, task: tasks, redo, history, notice } = endpoints;

beforeAll(async () => {
  bureau = await testApp();
  await bureau.db
    .insertInto('metadata')
    .values({ data_type: 'JOB_TASK', key: 'fault_kinds', value: JSON.stringify(KINDS) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  cs = await bureau.as(['npn_cs_customer_request', 'npn_rework_task', 'npn_view_all_tasks', 'npn_delete_redo_task']);
  leader = await bureau.as(['npn_completed_task', 'npn_view_all_tasks', 'npn_change_redo_task']);
  editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_done_task']);
  const qc = ['npn_view_all_tasks', 'npn_qc_pte', 'npn_review_task'];
  qcs = [await bureau.as(qc), await bureau.as(qc)];
});
afterAll(() => bureau.close());

const KINDS = [
  { key: 'halo', vi: 'Viền', en: 'Halo', severity: 'major' },
  { key: 'leftover', vi: 'Sót', en: 'Leftover', severity: 'minor' },
];

/** A complaint that names a job of two completed tasks, accepted by staff. */
async function complained(fields: Parameters<typeof buildRequest>[1] = {}) {
  const { db } = bureau;
  const { id: customer2_id, cus_id1 } = await buildCustomer(db);
  const { job_id } = await buildJob(db, { customer2_id });
  const { job_detail_id } = await buildDetail(db, { job_id, workstream: 'PTE', estimate_minutes: 8 });
  const [first_qc, second_qc] = qcs.map(({ user_id }) => user_id);
  const done = { job_detail_id, status: 9, x1: 5, editor: editor.user_id, first_qc, second_qc };
  const made = [await buildTask(db, done), await buildTask(db, done)];
  const request = await buildRequest(db, { status: 'TODO', cus_id1, job_id, ...fields });
  return { id: request.id, version: request.version, cus_id1, job_id, tasks: made as [Made, Made] };
}
type Made = Awaited<ReturnType<typeof buildTask>>;

const asked = ({ task_id, version }: Made, over: object = {}) => ({
  task_id,
  version,
  rework_quantity: 3,
  rework_notes: 'Image 14 leans',
  ...over,
});
const requestOf = async (id: number) => (await cs.call(calls.list, { id })).results[0];
const taskOf = async (task_id: number) => (await leader.call(tasks.history, { task_id })).task;

/** Does a task's rework and has it rechecked by both. */
async function redo9(task_id: number) {
  const act = async (who: Client, action: 'rework_done' | 'recheck' | 'complete') =>
    who.call(tasks.act, { task_id, version: (await taskOf(task_id)).version, action });
  await act(editor, 'rework_done');
  for (const qc of await Promise.all(
    [1, 2].map(() => bureau.as(['npn_view_all_tasks', 'npn_qc_pte', 'npn_review_task'])),
  ))
    await act(qc, 'recheck');
  await act(leader, 'complete');
}

describe('sending tasks to rework', () => {
  it('is the domain’s rework with what the complaint says, and starts the complaint in the same step', async () => {
    const { id, version, tasks: made } = await complained();
    const after = await cs.call(calls.rework, { id, version, tasks: made.map((task) => asked(task)) });
    expect(after).toMatchObject({ status: 'PROCESSING', processing_by: cs.user_id, rework_open: 2, rework_done: 0 });
    for (const { task_id } of made)
      expect(await taskOf(task_id)).toMatchObject({
        status: 13,
        rework_quantity: 3,
        rework_notes: 'Image 14 leans',
        rework_by: cs.user_id,
        rework_at: bureau.clock(),
      });
    const { results } = await cs.call(history.list, { entity: 'customer_request', entity_id: id });
    expect(results.map(({ action }) => action)).toEqual(['request.rework']);
  });

  it('names the job in the same step where none is named, and only one of that customer’s', async () => {
    const { id, version, job_id, tasks: made } = await complained({ job_id: null });
    const [task] = made;
    const send = (input: object) => cs.send(calls.rework, { id, version, tasks: [asked(task)], ...input });
    expect((await send({})).problem.errors).toMatchObject([{ field: 'job_id', code: 'required' }]);
    const foreign = await complained();
    expect((await send({ job_id: foreign.job_id })).problem.errors).toMatchObject([
      { field: 'job_id', code: 'unknown' },
    ]);
    const strange = await send({ job_id, tasks: [asked(task), asked(foreign.tasks[0])] });
    expect(strange.problem.errors).toMatchObject([{ field: 'tasks.1.task_id', code: 'unknown' }]);
    expect((await send({ job_id })).body).toMatchObject({ job_id, rework_open: 1 });
  });

  it('sends none of another customer’s tasks: a job that went to one is no longer named', async () => {
    const { id, job_id, cus_id1, tasks: made } = await complained();
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
    const other = await buildCustomer(bureau.db);
    const desk = await bureau.as(['npn_change_job', 'npn_view_job', 'npn_view_all_tasks']);
    const { version } = (await desk.call(endpoints.job.list, { job_id })).results[0]!;
    await desk.call(endpoints.job.update, { job_id, version, customer2_id: other.id });
    const request = (await requestOf(id))!;
    expect(request).toMatchObject({ job_id: null, prod_id: null, version: 2 });
    const named = (await customer.call(endpoints.portal.listRequests, { id })).results[0];
    expect(named).toMatchObject({ job_id: null, prod_id: null });
    const send = await cs.send(calls.rework, { id, version: request.version, tasks: [asked(made[0])], job_id });
    expect(send.problem.errors).toMatchObject([{ field: 'job_id', code: 'unknown' }]);
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ tasks: [] });
    // As it would stand had it been left named.
    await bureau.db.updateTable('customer_request').set({ job_id }).where('id', '=', id).execute();
    const left = await cs.send(calls.rework, { id, version: request.version, tasks: [asked(made[0])] });
    expect(left.problem.errors).toMatchObject([{ field: 'job_id', code: 'unknown' }]);
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ tasks: [] });
    const still = (await customer.call(endpoints.portal.listRequests, { id })).results[0];
    expect(still).toMatchObject({ job_id: null, prod_id: null });
  });

  it('asks the database as often for twenty tasks as for two', async () => {
    const cost = async (count: number) => {
      const { id, version, job_id, tasks: made } = await complained();
      const { job_detail_id } = await bureau.db
        .selectFrom('job_detail')
        .select('job_detail_id')
        .where('job_id', '=', job_id)
        .executeTakeFirstOrThrow();
      const [first_qc, second_qc] = qcs.map(({ user_id }) => user_id);
      const done = { job_detail_id, status: 9, x1: 5, editor: editor.user_id, first_qc, second_qc };
      while (made.length < count) made.push(await buildTask(bureau.db, done));
      const input = { id, version, tasks: made.map((task) => asked(task)) };
      return (await statementsOf(() => cs.call(calls.rework, input))).statements.length;
    };
    // Each task is written by itself, and nothing else is asked of each.
    expect((await cost(20)) - (await cost(2))).toBe(18);
  });

  it('is all or nothing, and names the field of the task that is wrong', async () => {
    const { id, version, tasks: made } = await complained();
    const [one, other] = made;
    const field = async (over: object) =>
      (await cs.send(calls.rework, { id, version, tasks: [asked(one), asked(other, over)] })).problem;
    expect(await field({ rework_quantity: 6 })).toMatchObject({
      code: 'rework_quantity_invalid',
      errors: [{ field: 'tasks.1.rework_quantity' }],
    });
    expect(await field({ rework_notes: ' ' })).toMatchObject({
      code: 'rework_notes_required',
      errors: [{ field: 'tasks.1.rework_notes' }],
    });
    expect((await field({ fault_kinds: ['halo', 'no_kind'] })).errors).toMatchObject([
      { field: 'tasks.1.fault_kinds.1', code: 'unknown' },
    ]);
    expect((await taskOf(one.task_id)).status).toBe(9);
    expect(await requestOf(id)).toMatchObject({ status: 'TODO', rework_open: 0 });
  });

  it('is for complaints that were reviewed, and for who sees the board and may send to rework', async () => {
    const { id, version, tasks: made } = await complained({ type: 'CHANGE_REQUESTS' });
    const input = { version, tasks: [asked(made[0])] };
    expect((await cs.send(calls.rework, { ...input, id })).problem.code).toBe('not_complaint');
    const early = await complained({ status: 'NEED_REVIEW' });
    const late = await cs.send(calls.rework, { id: early.id, version, tasks: [asked(early.tasks[0])] });
    expect(late.problem.code).toBe('request_needs_review');
    const admins = await complained({ board: 'ADMIN_BOARD' });
    const unseen = await cs.send(calls.rework, { id: admins.id, version, tasks: [asked(admins.tasks[0])] });
    expect(unseen.status).toBe(404);
    const plain = await bureau.as(['npn_cs_customer_request', 'npn_view_all_tasks']);
    expect((await plain.send(calls.rework, { ...input, id })).status).toBe(403);
  });

  it('happens once of two who press at once', async () => {
    const { id, version, tasks: made } = await complained();
    const input = { id, version, tasks: made.map((task) => asked(task)) };
    const answers = await Promise.all([1, 2, 3].map(() => cs.send(calls.rework, input)));
    expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409']);
    expect(await requestOf(id)).toMatchObject({ rework_open: 2 });
  });
});

describe('a complaint', () => {
  it('follows its tasks: in Processing while one is in rework, done with a reply once all are completed again', async () => {
    const worker = await bureau.as(['npn_cs_customer_request', 'npn_rework_task', 'npn_view_all_tasks']);
    const { id, version, tasks: made } = await complained();
    const [one, other] = made;
    const { version: seen } = await worker.call(calls.rework, { id, version, tasks: made.map((task) => asked(task)) });
    const move = (status: string, reply?: string) =>
      worker.send(calls.changeStatus, { id, version: seen, status, ...(reply ? { reply } : {}) });
    await redo9(one.task_id);
    expect(await requestOf(id)).toMatchObject({ status: 'PROCESSING', rework_open: 1, rework_done: 1 });
    for (const status of ['DONE', 'TODO'])
      expect((await move(status, 'Done')).problem).toMatchObject({ status: 409, code: 'rework_open' });
    expect((await worker.call(notice.list, {})).results).toEqual([]);
    await redo9(other.task_id);
    expect(await requestOf(id)).toMatchObject({ status: 'PROCESSING', rework_open: 0, rework_done: 2 });
    expect((await worker.call(notice.list, {})).results).toMatchObject([{ event: 'request_redone', request_id: id }]);
    const silent = await move('DONE');
    expect(silent.problem).toMatchObject({ status: 422, code: 'reply_required', errors: [{ field: 'reply' }] });
    expect((await move('DONE', 'All three are straight now.')).body).toMatchObject({
      status: 'DONE',
      reply: 'All three are straight now.',
    });
  });

  it('tells its customer that it is being redone, then that it is redone, and nothing more', async () => {
    const { id, version, cus_id1, tasks: made } = await complained();
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 }));
    const told = async () => (await customer.call(endpoints.portal.listRequests, { id })).results[0]?.rework;
    expect(await told()).toBeNull();
    await cs.call(calls.rework, { id, version, tasks: [asked(made[0])] });
    expect(await told()).toBe('BEING_REDONE');
    await redo9(made[0].task_id);
    expect(await told()).toBe('REDONE');
  });

  it('keeps what it had redone when a later complaint about the same task takes its rework back', async () => {
    const first = await complained();
    const [task] = first.tasks;
    const { id } = first;
    await cs.call(calls.rework, { id, version: first.version, tasks: [asked(task, { rework_quantity: 2 })] });
    await redo9(task.task_id);
    bureau.clock.advance(60_000);
    const later = await buildRequest(bureau.db, { status: 'TODO', cus_id1: first.cus_id1, job_id: first.job_id });
    const { version } = await taskOf(task.task_id);
    const again = { id: later.id, version: later.version, tasks: [asked(task, { version })] };
    await cs.call(calls.rework, again);
    await cs.call(redo.delete, { task_id: task.task_id });
    expect(await requestOf(later.id)).toMatchObject({ rework_open: 0, rework_done: 0 });
    expect(await requestOf(id)).toMatchObject({ rework_open: 0, rework_done: 1 });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 2 });
  });

  it('is not redone while a task is anywhere but Completed, and keeps its job till then', async () => {
    const { id, version, tasks: made } = await complained();
    const [{ task_id }] = made;
    await cs.call(calls.rework, { id, version, tasks: [asked(made[0])] });
    const boss = await bureau.as({ is_superuser: true });
    await boss.call(tasks.adminUpdate, {
      task_id,
      version: (await taskOf(task_id)).version,
      status: 3,
      reason: 'By hand',
    });
    const request = (await requestOf(id))!;
    expect(request).toMatchObject({ rework_open: 1, rework_done: 0 });
    const finish = await cs.send(calls.changeStatus, { id, version: request.version, status: 'DONE', reply: 'Redone' });
    expect(finish.problem.code).toBe('rework_open');
    const unlink = await cs.send(calls.linkJob, { id, version: request.version, job_id: null });
    expect(unlink.problem.code).toBe('rework_open');
  });

  it('comes back by itself when a task’s completion is taken back', async () => {
    const { id, version, tasks: made } = await complained();
    const [{ task_id }] = made;
    const sent = await cs.call(calls.rework, { id, version, tasks: [asked(made[0])] });
    await redo9(task_id);
    await cs.call(calls.changeStatus, { id, version: sent.version, status: 'DONE', reply: 'Redone' });
    await leader.call(tasks.undo, { tasks: [{ task_id, version: (await taskOf(task_id)).version }] });
    expect(await requestOf(id)).toMatchObject({ status: 'PROCESSING', rework_open: 1, rework_done: 0 });
    const { results } = await cs.call(history.list, { entity: 'customer_request', entity_id: id });
    expect(results.map(({ action }) => action)).toEqual(['request.follow', 'request.changeStatus', 'request.rework']);
  });

  it('forgets a rework that was taken back, keeps a quantity that was changed, and is not moved by somebody else’s rework', async () => {
    const { id, version, tasks: made } = await complained();
    const [one, other] = made;
    await cs.call(calls.rework, { id, version, tasks: made.map((task) => asked(task)) });
    await cs.call(redo.delete, { task_id: one.task_id });
    const { version: changed } = await taskOf(other.task_id);
    await leader.call(redo.update, { task_id: other.task_id, version: changed, rework_quantity: 2 });
    expect(await requestOf(id)).toMatchObject({ rework_open: 1, rework_done: 0 });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 2, minutes: 16 });
    await redo9(other.task_id);
    const { version: now } = (await requestOf(id)) ?? { version: 0 };
    await cs.call(calls.changeStatus, { id, version: now, status: 'DONE', reply: 'Redone' });
    bureau.clock.advance(60_000);
    const again = { task_id: other.task_id, version: (await taskOf(other.task_id)).version, action: 'rework' } as const;
    await cs.call(tasks.act, { ...again, rework_quantity: 5, rework_notes: 'Another customer’s wish' });
    expect(await requestOf(id)).toMatchObject({ status: 'DONE', rework_open: 0, rework_done: 1 });
    expect(await cs.call(calls.complaint, { id })).toMatchObject({ pieces: 2 });
  });

  it('shows who edited and who passed what, what the recheck named and what it cost, as far as one sees tasks', async () => {
    const { id, version, tasks: made } = await complained();
    const [one, other] = made;
    await cs.call(calls.rework, { id, version, tasks: [asked(one, { fault_kinds: ['halo'] })] });
    const act = async (who: Client, action: 'rework_done' | 'recheck_fault', more: object = {}) =>
      who.call(tasks.act, { task_id: one.task_id, version: (await taskOf(one.task_id)).version, action, ...more });
    await act(editor, 'rework_done');
    const checker = await bureau.as(['npn_view_all_tasks', 'npn_qc_pte', 'npn_review_task']);
    await act(checker, 'recheck_fault', { note: 'Still there', fault_kinds: ['leftover'] });
    const shown = await cs.call(calls.complaint, { id });
    const people = { editor: editor.user_id, qc_1: qcs[0]?.user_id, qc_2: qcs[1]?.user_id };
    expect(shown).toMatchObject({ pieces: 3, minutes: 24 });
    expect(shown.tasks).toMatchObject([
      {
        task_id: one.task_id,
        status: 13,
        sent_by: cs.user_id,
        pieces: 3,
        minutes: 24,
        fault_kinds: ['halo'],
        recheck_fault_kinds: ['leftover'],
        task: people,
      },
      { task_id: other.task_id, status: 9, sent_at: null, pieces: 0, fault_kinds: [], task: people },
    ]);
    const blind = await bureau.as(['npn_view_all_customer_request']);
    const bare = await blind.call(calls.complaint, { id });
    expect(bare.tasks.map(({ task_id, status, task }) => [task_id, status, task])).toEqual([
      [one.task_id, 13, null],
      [other.task_id, 9, null],
    ]);
    const stranger = await bureau.as({ permissions: ['npn_cs_customer_request'] });
    const admins = await complained({ board: 'ADMIN_BOARD' });
    expect((await stranger.send(calls.complaint, { id: admins.id })).status).toBe(404);
  });
});

describe('the list of complaints', () => {
  it('counts a period by customer, category and kind of fault, with the share of what was delivered', async () => {
    const made = '2026-10-05T03:00:00.000Z';
    const { id, version, cus_id1, job_id, tasks: two } = await complained({ created_at: made });
    await bureau.db.updateTable('job').set({ job_date: '2026-10-02' }).where('job_id', '=', job_id).execute();
    await buildRequest(bureau.db, { cus_id1, created_at: '2026-10-31T16:59:00.000Z' });
    // Half past midnight of the next month in Bangkok.
    await buildRequest(bureau.db, { cus_id1, created_at: '2026-10-31T17:30:00.000Z' });
    await cs.call(calls.rework, {
      id,
      version,
      tasks: [asked(two[0], { rework_quantity: 2, fault_kinds: ['halo', 'leftover'] })],
    });
    await redo9(two[0].task_id);
    const period = { date_from: '2026-10-01', date_to: '2026-10-31', customer1_id: [cus_id1] };
    const whole = { tasks: 1, pieces: 2, minutes: 16, delivered: 10, share: 0.2 };
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
    expect([file.statusCode, file.headers['x-total-rows']]).toEqual([200, '2']);
  });
});
