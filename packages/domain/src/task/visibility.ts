import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import { hasPermission } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from './decide.ts';
import type { TaskState } from './state.ts';
import { TaskStatus } from './status.ts';

/** Visibility of tasks (domain §2, "Who sees which tasks") as data, used for SQL and for predicates. */
export interface TaskVisibility {
  readonly everything: boolean;
  readonly workstreams: readonly Workstream[];
  /** User whose own tasks (as editor, supporter or QC) are visible, or null. */
  readonly own: number | null;
  /** Workstreams whose To Do pool the user can take from as editor. */
  readonly editor_pool: readonly Workstream[];
  /** Workstreams whose Waiting for QC and QC1 Done pool and open rechecks the user can take from as QC. */
  readonly qc_pool: readonly Workstream[];
}

/** Returns the visibility of tasks for a user. The same rule filters lists, single reads, counts, exports and live events. */
export function getTaskVisibility(actor: Actor): TaskVisibility {
  const canViewOwn = hasPermission(actor, 'npn_view_task');
  const viewsAll: Record<Workstream, boolean> = {
    OTS: hasPermission(actor, 'npn_view_all_ots_tasks'),
    PTE: hasPermission(actor, 'npn_view_all_pte_tasks'),
  };
  return {
    // A user who sees each workstream sees all tasks, which is one simple read instead of a union.
    everything: hasPermission(actor, 'npn_view_all_tasks') || WORKSTREAMS.every((w) => viewsAll[w]),
    workstreams: WORKSTREAMS.filter((w) => viewsAll[w]),
    own: canViewOwn ? actor.user_id : null,
    editor_pool: canViewOwn ? WORKSTREAMS.filter((w) => hasPermission(actor, EDITOR_CODE[w])) : [],
    qc_pool: canViewOwn ? WORKSTREAMS.filter((w) => hasPermission(actor, QC_CODE[w])) : [],
  };
}

/** Statuses of the QC pool. */
export const QC_POOL = [TaskStatus.WAITING_TO_QC, TaskStatus.QC1_DONE] as const;

/** Returns the people of a task, for whom it is their own. */
export const getTaskPeople = (task: TaskPeople): number[] =>
  [
    task.editor,
    task.first_qc,
    task.second_qc,
    task.rework_qc_1,
    task.rework_qc_2,
    ...task.supporters.map((s) => s.user_id),
  ].filter((id): id is number => id !== null);

export type TaskPeople = Pick<
  TaskState,
  'editor' | 'first_qc' | 'second_qc' | 'rework_qc_1' | 'rework_qc_2' | 'supporters'
>;

/**
 * True if resolved work has no QC because the check was released. No own list has it, so any QC can take it from the pool (decision 031).
 */
export const hasNoQc = (task: Pick<TaskState, 'status' | 'fault_stage' | 'first_qc' | 'second_qc'>): boolean =>
  task.status === TaskStatus.RESOLVED && (task.fault_stage === 2 ? task.second_qc : task.first_qc) === null;

/** True if reworked work needs a recheck. Any two QCs can take it, not only those of the first checks. */
export const needsRecheck = (task: Pick<TaskState, 'status' | 'rework_qc_2'>): boolean =>
  task.status === TaskStatus.DONE_REWORK && task.rework_qc_2 === null;

/** Fields of a task that decide about its visibility. */
export type VisibleTask = TaskPeople & Pick<TaskState, 'status' | 'workstream' | 'fault_stage' | 'edited_by_ids'>;

/** True if a task is visible. People with a part in a task see it, and a recheck is visible to those whom four eyes allow. */
export function canView(visibility: TaskVisibility, task: VisibleTask): boolean {
  if (visibility.everything || visibility.workstreams.includes(task.workstream)) return true;
  if (visibility.own === null) return false;
  if (getTaskPeople(task).includes(visibility.own)) return true;
  if (task.status === TaskStatus.TO_DO) return visibility.editor_pool.includes(task.workstream);
  const checkable =
    (QC_POOL as readonly TaskStatus[]).includes(task.status) ||
    hasNoQc(task) ||
    (needsRecheck(task) && !task.edited_by_ids.includes(visibility.own));
  return checkable && visibility.qc_pool.includes(task.workstream);
}

/** Creates a new To Do task of a workstream without people. Users can add tasks that they would see (domain §2, `task/add`). */
export const createNewTask = (workstream: Workstream): VisibleTask => ({
  workstream,
  status: TaskStatus.TO_DO,
  editor: null,
  first_qc: null,
  second_qc: null,
  rework_qc_1: null,
  rework_qc_2: null,
  supporters: [],
  edited_by_ids: [],
  fault_stage: null,
});
