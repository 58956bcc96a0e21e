import { endpoints } from '@darkroom/contract/endpoints';
import type { TestApp, ApiClient } from '../app.ts';
import { buildTask, type TaskFields } from './work.ts';

const KINDS = [
  { key: 'colour', vi: 'Màu', en: 'Colour', severity: 'minor' },
  { key: 'edge', vi: 'Viền', en: 'Edge', severity: 'major' },
];

/** Adds the fault types of a test's bureau. */
export const insertFaultTypes = ({ db }: Pick<TestApp, 'db'>) =>
  db
    .insertInto('metadata')
    .values({ data_type: 'JOB_TASK', key: 'fault_kinds', value: JSON.stringify(KINDS) })
    .execute();

export const pickTaskVersion = ({ task_id, version }: { task_id: number; version: number }) => ({ task_id, version });

/**
 * Adds a task whose first check is running and reports a fault in that check. Returns the task and the step of the
 * fault.
 */
export async function buildFaultyTask(bureau: TestApp, editor: ApiClient, qc: ApiClient, fields: TaskFields = {}) {
  const created = await buildTask(bureau.db, {
    workstream: 'PTE',
    status: 5,
    editor: editor.user_id,
    edited_by_ids: [editor.user_id],
    first_qc: qc.user_id,
    status_before_check: 4,
    x1: 3,
    ...fields,
  });
  const fault = { fault_kinds: ['colour'], note: 'The sky is green' };
  const task = await qc.call(endpoints.task.act, { ...pickTaskVersion(created), action: 'qc1_fault', ...fault });
  const { events } = await editor.call(endpoints.task.history, { task_id: task.task_id });
  return { task, fault_id: events.at(-1)!.id };
}
