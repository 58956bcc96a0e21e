import { endpoints } from '@darkroom/contract/endpoints';
import type { Client, TestApp } from '../app.ts';
import { buildCustomer } from '../factories/customers.ts';
import { buildRequest } from '../factories/requests.ts';
import { buildDetail, buildJob, buildTask } from '../factories/work.ts';

const { request: calls, task: tasks } = endpoints;

const KINDS = [
  { key: 'halo', vi: 'Viền', en: 'Halo', severity: 'major' },
  { key: 'leftover', vi: 'Sót', en: 'Leftover', severity: 'minor' },
];

type BuiltTask = Awaited<ReturnType<typeof buildTask>>;

/** Creates the people for each role in a complaint, and their usual actions. */
export async function createComplaintDesk(bureau: TestApp) {
  await bureau.db
    .insertInto('metadata')
    .values({ data_type: 'JOB_TASK', key: 'fault_kinds', value: JSON.stringify(KINDS) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const cs = await bureau.as([
    'npn_cs_customer_request',
    'npn_rework_task',
    'npn_view_all_tasks',
    'npn_delete_redo_task',
  ]);
  const leader = await bureau.as(['npn_completed_task', 'npn_view_all_tasks', 'npn_change_redo_task']);
  const editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_done_task']);
  const qc = ['npn_view_all_tasks', 'npn_qc_pte', 'npn_review_task'];
  const qcs = [await bureau.as(qc), await bureau.as(qc)];
  const readTask = async (task_id: number) => (await leader.call(tasks.history, { task_id })).task;

  /** Creates a complaint about a job of completed tasks (two by default), accepted by staff. */
  const createComplaint = async (fields: Parameters<typeof buildRequest>[1] = {}, count = 2) => {
    const { db } = bureau;
    const { id: customer2_id, cus_id1 } = await buildCustomer(db);
    const { job_id } = await buildJob(db, { customer2_id });
    const { job_detail_id } = await buildDetail(db, { job_id, workstream: 'PTE', estimate_minutes: 8 });
    const [first_qc, second_qc] = qcs.map(({ user_id }) => user_id);
    const completedFields = { job_detail_id, status: 9, x1: 5, editor: editor.user_id, first_qc, second_qc };
    const created: BuiltTask[] = [];
    while (created.length < count) created.push(await buildTask(db, completedFields));
    const request = await buildRequest(db, { status: 'TODO', cus_id1, job_id, ...fields });
    return {
      id: request.id,
      version: request.version,
      cus_id1,
      job_id,
      tasks: created as [BuiltTask, BuiltTask, ...BuiltTask[]],
    };
  };

  return {
    cs,
    leader,
    editor,
    qcs,
    createComplaint,
    toReworkInput: ({ task_id, version }: BuiltTask, over: object = {}) => ({
      task_id,
      version,
      rework_quantity: 3,
      rework_notes: 'Image 14 leans',
      ...over,
    }),
    readRequest: async (id: number) => (await cs.call(calls.list, { id })).results[0],
    readTask,
    /** Completes a task's rework with both rechecks. */
    completeRework: async (task_id: number) => {
      const actOnTask = async (who: Client, action: 'rework_done' | 'recheck' | 'complete') =>
        who.call(tasks.act, { task_id, version: (await readTask(task_id)).version, action });
      await actOnTask(editor, 'rework_done');
      for (const rechecker of await Promise.all([1, 2].map(() => bureau.as(qc)))) await actOnTask(rechecker, 'recheck');
      await actOnTask(leader, 'complete');
    },
  };
}

export type ComplaintDesk = Awaited<ReturnType<typeof createComplaintDesk>>;
