import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task/task';
import { can } from '@darkroom/domain/permission/access';
import { decide, type Actor, type Decision } from '@darkroom/domain/task/decide';
import { EVENT_OF_STATUS, TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { TASK_ACTIONS, type TaskAction } from '@darkroom/domain/task/transitions';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { findTasks } from './task.queries.ts';

let bureau: TestApp;
/** Each person has a separate task, so that all can try at the same time. */
const taskOf = new Map<string, number>();
const people = new Map<string, ApiClient & { actor: Actor }>();

const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];
const QC_PERMISSIONS = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];
const PERMISSIONS_OF: Record<string, string[]> = {
  editor: EDITOR_PERMISSIONS,
  'another editor': EDITOR_PERMISSIONS,
  'first QC': QC_PERMISSIONS,
  'second QC': QC_PERMISSIONS,
  'another QC': QC_PERMISSIONS,
  'QC of the other workstream': ['npn_view_all_tasks', 'npn_qc_ots', 'npn_review_task'],
  'leader who assigns': ['npn_view_all_tasks', 'npn_assign_task'],
  'leader who completes and reworks': [
    'npn_view_all_tasks',
    'npn_completed_task',
    'npn_rework_task',
    'npn_change_redo_task',
  ],
  'stand-in': ['npn_view_all_tasks', 'npn_do_any_task'],
  'stand-in who edited': ['npn_view_all_tasks', 'npn_do_any_task'],
  'stand-in who checked at QC 1': ['npn_view_all_tasks', 'npn_do_any_task'],
  'stand-in who checked at QC 2': ['npn_view_all_tasks', 'npn_do_any_task'],
  'QC who edited': QC_PERMISSIONS,
  onlooker: ['npn_view_all_tasks'],
};

beforeAll(async () => {
  bureau = await createTestApp();
  for (const [name, permissions] of Object.entries(PERMISSIONS_OF)) {
    const client = await bureau.as(permissions);
    const actor: Actor = {
      user_id: client.user_id,
      account: 'staff',
      is_superuser: false,
      permissions: new Set(permissions),
    };
    people.set(name, { ...client, actor });
    taskOf.set(name, (await buildTask(bureau.db, { workstream: 'PTE' })).task_id);
  }
  await bureau.db
    .insertInto('metadata')
    .values({
      data_type: 'JOB_TASK',
      key: 'fault_kinds',
      value: JSON.stringify([{ key: 'crooked', vi: 'Nghiêng', en: 'Crooked', severity: 'minor' }]),
    })
    .onConflict((c) =>
      c
        .columns(['data_type', 'key'])
        .doUpdateSet({ value: JSON.stringify([{ key: 'crooked', vi: 'Nghiêng', en: 'Crooked', severity: 'minor' }]) }),
    )
    .execute();
});
afterAll(() => bureau.close());

const getUserId = (name: string) => people.get(name)!.user_id;

/** Sets the task to the status that a test needs, without a move. */
async function setStatus(task_id: number, status: TaskStatus): Promise<Task> {
  const checked1 = status >= 5;
  const checked2 = [7, 8, 9, 11, 13, 14].includes(status);
  await sql`
    update task set status = ${status}, x1 = 3, x2 = 0, x3 = 0, editor = ${status === 1 ? null : getUserId('editor')},
           edited_by_ids = ${status >= 3 ? [getUserId('stand-in who edited'), getUserId('QC who edited')] : []},
           qc1_by_ids = ${checked1 ? [getUserId('stand-in who checked at QC 1')] : []},
           qc2_by_ids = ${checked2 ? [getUserId('stand-in who checked at QC 2')] : []},
           first_qc = ${checked1 ? getUserId('first QC') : null}, second_qc = ${checked2 ? getUserId('second QC') : null},
           fault_stage = ${status === 12 ? 1 : null}, status_before_check = null, rework_qc_1 = null, rework_qc_2 = null,
           start_time = null, end_time = null, rework_quantity = null, rework_notes = null
     where task_id = ${task_id}`.execute(bureau.db);
  await sql`delete from task_history where task_id = ${task_id}`.execute(bureau.db);
  return readTask(task_id);
}

const readTask = async (task_id: number) => (await findTasks(bureau.db, [task_id]))[0]!;
const listMoves = (task_id: number) =>
  bureau.db.selectFrom('task_history').selectAll().where('task_id', '=', task_id).execute();

const createInput = (action: TaskAction) =>
  action.endsWith('fault')
    ? { fault_kinds: ['crooked'], note: 'the horizon is crooked' }
    : action === 'rework'
      ? { rework_quantity: 2, rework_notes: 'warmer, please' }
      : action === 'set_quantity'
        ? { x1: 3 }
        : {};

const getRefusalCode = (decision: Decision) => (decision.ok ? null : decision.code);

describe('every status, action and kind of person, through the endpoints', () => {
  for (const name of Object.keys(PERMISSIONS_OF)) {
    it.concurrent(`the ${name} gets the table's result, and exactly one row of history`, async () => {
      const who = people.get(name)!;
      const task_id = taskOf.get(name)!;
      for (const status of TASK_STATUSES) {
        let before = await setStatus(task_id, status);
        for (const action of TASK_ACTIONS) {
          const say = `${name}: ${action} at ${status}`;
          const input = createInput(action);
          const editor = getUserId('another editor');
          const expected = decide(before, action, who.actor, bureau.clock(), { ...input, editor });
          const endpoint = action === 'assign' ? endpoints.task.assign : endpoints.task.act;
          const taskVersion = { task_id, version: before.version };
          const response = await who.send(
            endpoint,
            action === 'assign' ? { tasks: [taskVersion], editor } : { ...taskVersion, action, ...input },
          );
          const reaches = can(who.actor, endpoint.access) && canView(getTaskVisibility(who.actor), before);
          if (!expected.ok || !reaches) {
            const refused = reaches ? getRefusalCode(expected) : 'not_found';
            const code = can(who.actor, endpoint.access) ? refused : 'forbidden';
            expect(response.problem.code, `${say} → ${response.text}`).toBe(code);
            continue;
          }
          expect(response.status, `${say} → ${response.text}`).toBe(200);
          const after = await readTask(task_id);
          expect(after, say).toMatchObject({ ...expected.patch, version: before.version + 1 });
          // An earlier refused step has left neither a change nor a row.
          expect(await listMoves(task_id), say).toMatchObject([
            { action, event: expected.event, from_status: status, to_status: after.status, user_id: who.user_id },
          ]);
          before = await setStatus(task_id, status);
        }
        expect(await readTask(task_id), `${name} at ${status}: what is refused changes nothing`).toEqual(before);
        expect(await listMoves(task_id), `${name} at ${status}: what is refused leaves no row`).toEqual([]);
      }
    });
  }
});

describe('a task from its order to Completed', () => {
  it('a task passes an editor and two QCs with a fixed fault', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE' });
    const editor = people.get('editor')!;
    const qc1 = people.get('first QC')!;
    const qc2 = people.get('second QC')!;
    const leader = people.get('leader who completes and reworks')!;
    const doStep = async (who: ApiClient, action: string, input: object = {}) => {
      const { version } = (await findTasks(bureau.db, [task.task_id]))[0]!;
      return who.call(endpoints.task.act, { task_id: task.task_id, version, action: action as 'start', ...input });
    };
    const readJobStatus = async () =>
      (
        await bureau.db
          .selectFrom('job')
          .select('job_status')
          .where('job_id', '=', task.job_id)
          .executeTakeFirstOrThrow()
      ).job_status;

    await editor.call(endpoints.task.assign, {
      tasks: [{ task_id: task.task_id, version: 1 }],
      editor: editor.user_id,
    });
    expect(await readJobStatus()).toBe('TO_DO');
    await doStep(editor, 'start');
    expect(await readJobStatus()).toBe('PENDING');
    await doStep(editor, 'done', { x1: 5 });
    await doStep(qc1, 'start_qc1');
    await doStep(qc1, 'qc1_fault', { fault_kinds: ['crooked'], note: 'all of them lean left' });
    await doStep(editor, 'resolve', { x1: 6 });
    await doStep(qc1, 'start_qc1');
    await doStep(qc1, 'qc1_done');
    const own = await qc1.send(endpoints.task.act, {
      task_id: task.task_id,
      version: (await findTasks(bureau.db, [task.task_id]))[0]!.version,
      action: 'start_qc2',
    });
    expect([own.status, own.problem.code]).toEqual([409, 'four_eyes']);
    await doStep(qc2, 'start_qc2');
    await doStep(qc2, 'qc2_done');
    await doStep(leader, 'complete');
    expect(await readJobStatus()).toBe('COMPLETED');

    const { events } = await leader.call(endpoints.task.history, { task_id: task.task_id });
    expect(events.map((e) => e.to_status)).toEqual([2, 3, 4, 5, 10, 12, 5, 6, 7, 8, 9]);
    expect(events.map((e) => e.event)).toEqual(events.map((e) => EVENT_OF_STATUS[e.to_status] ?? null));
    expect(events[4]).toMatchObject({ fault_kinds: ['crooked'], note: 'all of them lean left', user_id: qc1.user_id });

    await doStep(leader, 'rework', { rework_quantity: 2, rework_notes: 'warmer' });
    expect(await readJobStatus()).toBe('PENDING');
    await doStep(editor, 'rework_done');
    await doStep(qc1, 'recheck');
    await doStep(qc2, 'recheck');
    await doStep(leader, 'complete');
    expect(await readJobStatus()).toBe('COMPLETED');
  });

  it('a task cannot be submitted without a quantity', async () => {
    const task_id = taskOf.get('editor')!;
    await setStatus(task_id, TaskStatus.PROCESSING);
    await sql`update task set x1 = 0 where task_id = ${task_id}`.execute(bureau.db);
    const [task] = await findTasks(bureau.db, [task_id]);
    const response = await people
      .get('editor')!
      .send(endpoints.task.act, { task_id, version: task!.version, action: 'done' });
    expect(response.problem).toMatchObject({ status: 422, code: 'invalid_quantity', title: 'Invalid Quantity!' });
  });

  it('an undefined fault type is refused', async () => {
    const task_id = taskOf.get('first QC')!;
    await setStatus(task_id, TaskStatus.QC1_START);
    const [task] = await findTasks(bureau.db, [task_id]);
    const response = await people.get('first QC')!.send(endpoints.task.act, {
      task_id,
      version: task!.version,
      action: 'qc1_fault',
      note: 'x',
      fault_kinds: ['no such'],
    });
    expect(response.problem.errors).toEqual([expect.objectContaining({ field: 'fault_kinds.0', code: 'unknown' })]);
  });

  it('a fault type that is named twice is refused', async () => {
    const task_id = taskOf.get('first QC')!;
    await setStatus(task_id, TaskStatus.QC1_START);
    const readVersion = async () => (await findTasks(bureau.db, [task_id]))[0]!.version;
    const reportFault = async (...fault_kinds: string[]) =>
      people.get('first QC')!.send(endpoints.task.act, {
        task_id,
        version: await readVersion(),
        action: 'qc1_fault',
        note: 'x',
        fault_kinds,
      });
    for (const twice of [
      ['crooked', 'crooked'],
      ['crooked', ' crooked '],
    ])
      expect((await reportFault(...twice)).problem.errors).toMatchObject([{ field: 'fault_kinds', code: 'duplicate' }]);
    const { body } = await reportFault('crooked');
    expect(body.status).toBe(TaskStatus.QC1_FAULTS_FOUND);
  });
});
