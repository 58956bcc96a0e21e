import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { Task, TaskRow } from '@darkroom/contract/task/task';
import { findFirstTask, addJob, type Caller } from './bureau.ts';

export const readUserId = async (call: Caller) => (await call(endpoints.user.me, {})).user.id;
export const pickTaskVersion = ({ task_id, version }: Pick<Task, 'task_id' | 'version'>) => ({ task_id, version });

/** Finishes or releases all work of an editor of the demo bureau, so that only the work of the test is left. */
export async function finishAllWork(editor: Caller): Promise<void> {
  for (const task of (await editor(endpoints.task.list, { scope: 'mine', page_size: 200 })).results) {
    await editor(endpoints.task.act, { ...pickTaskVersion(task), action: 'done', x1: 1 });
  }
  for (const task of (await editor(endpoints.task.list, { scope: 'waiting', page_size: 200 })).results) {
    const action = task.status === 2 ? 'reject' : task.status === 13 ? 'rework_done' : 'resolve';
    await editor(endpoints.task.act, { ...pickTaskVersion(task), action, ...(action === 'resolve' ? { x1: 1 } : {}) });
  }
}

/** Creates a task of the test's own with an editor: assigned, started, or submitted with 12 of 12. */
export async function createTask(
  customerService: Caller,
  editor: Caller,
  job_name: string,
  until: 'assigned' | 'started' | 'done',
  workstream: 'PTE' | 'OTS' = 'PTE',
): Promise<TaskRow> {
  const job = await addJob(customerService, job_name, workstream);
  const find = async () => (await editor(endpoints.task.list, { job_id: job.job_id })).results[0]!;
  await editor(endpoints.task.assign, { tasks: [pickTaskVersion(await find())], editor: await readUserId(editor) });
  if (until !== 'assigned') await editor(endpoints.task.act, { ...pickTaskVersion(await find()), action: 'start' });
  if (until === 'done') await editor(endpoints.task.act, { ...pickTaskVersion(await find()), action: 'done', x1: 12 });
  return find();
}

/** Checks a submitted task and reports a fault. */
export async function reportFault(qc: Caller, task: TaskRow, note: string): Promise<Task> {
  const { results } = await qc(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
  const kinds = results.find(({ key }) => key === 'fault_kinds')?.value as { key: string }[];
  const startedTask = await qc(endpoints.task.act, { ...pickTaskVersion(task), action: 'start_qc1' });
  return qc(endpoints.task.act, {
    ...pickTaskVersion(startedTask),
    action: 'qc1_fault',
    note,
    fault_kinds: [kinds[0]!.key],
  });
}

/** A step of a task, with its input. */
export type Step = Omit<InputOf<typeof endpoints.task.act>, 'task_id' | 'version'>;
interface CompletedTask {
  readonly task: Task;
  readonly sub_prod_id: string;
}

/** Steps from assigned to Completed, each with its person. */
export const STEPS_TO_COMPLETED: readonly [string, Step][] = [
  ['editor.pte', { action: 'start' }],
  ['editor.pte', { action: 'done', x1: 12 }],
  ['qc.pte', { action: 'start_qc1' }],
  ['qc.pte', { action: 'qc1_done' }],
  ['qc2.pte', { action: 'start_qc2' }],
  ['qc2.pte', { action: 'qc2_done' }],
  ['leader.pte', { action: 'complete' }],
];

/** Creates a completed task of the test's own. The right person takes each step. */
export async function createCompletedTask(
  call: (username: string) => Caller,
  job_name: string,
): Promise<CompletedTask> {
  const job = await addJob(call('cs'), job_name);
  const detail = job.job_details[0];
  if (!detail) throw new Error(`${job_name} has no detail`);
  let task: Task | undefined = findFirstTask(job);
  const { task_id, version } = task;
  const editor = await readUserId(call('editor.pte'));
  [task] = (await call('leader.pte')(endpoints.task.assign, { tasks: [{ task_id, version }], editor })).results;
  for (const [who, step] of STEPS_TO_COMPLETED) {
    task = await call(who)(endpoints.task.act, { task_id, version: task?.version ?? 0, ...step });
  }
  if (!task) throw new Error(`${job_name} could not be completed`);
  return { task, sub_prod_id: detail.sub_prod_id };
}
