import { can, hasPermission, canViewTasks, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE } from './decide.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { WITH_EDITOR, isIn, TaskStatus } from './status.ts';
import { breaksFourEyes } from './four-eyes.ts';
import { TASK_ACTIONS, TRANSITIONS, type Side, type TaskAction, type Transition } from './transitions.ts';

/** Roles of people in a task, each with its side. */
export const ROLE_SIDES = {
  editor: 'edit',
  first_qc: 'qc1',
  second_qc: 'qc2',
  rework_qc_1: 'recheck',
  rework_qc_2: 'recheck',
} as const satisfies Record<string, Side>;
export type TaskRole = keyof typeof ROLE_SIDES;
export const TASK_ROLES = [
  'editor',
  'first_qc',
  'second_qc',
  'rework_qc_1',
  'rework_qc_2',
] as const satisfies TaskRole[];

export const getRoleCode = (role: TaskRole, { workstream }: Pick<TaskState, 'workstream'>) =>
  (role === 'editor' ? EDITOR_CODE : QC_CODE)[workstream];

/** True if a user can have or support a task: editors of its workstream can (domain §2). */
export const canEditIn = (worker: Subject, task: Pick<TaskState, 'workstream'>): boolean =>
  hasPermission(worker, getRoleCode('editor', task));

/** Finds an active member, otherwise null. */
export type FindWorker = (user_id: number) => Subject | null;

export interface RoleRefusal {
  readonly field: TaskRole;
  readonly code: 'four_eyes' | 'editor_not_of_workstream' | 'qc_not_of_workstream';
}

/** Finds the errors of these people in the resulting task: each must be active, have the workstream's code and satisfy four eyes. */
export function findRoleRefusals(task: TaskState, roles: readonly TaskRole[], findWorker: FindWorker): RoleRefusal[] {
  return roles.flatMap((field): RoleRefusal[] => {
    const user = task[field];
    if (user === null) return [];
    if (breaksFourEyes(field === 'editor' ? 'take' : ROLE_SIDES[field], task, user))
      return [{ field, code: 'four_eyes' }];
    if (field === 'rework_qc_2' && user === task.rework_qc_1) return [{ field, code: 'four_eyes' }];
    const subject = findWorker(user);
    if (subject && hasPermission(subject, getRoleCode(field, task))) return [];
    return [{ field, code: field === 'editor' ? 'editor_not_of_workstream' : 'qc_not_of_workstream' }];
  });
}

/**
 * Returns the steps that one side (editor, QC 1, QC 2 or recheck) can still do from this status, until another side must act. Calculated
 * from `TRANSITIONS`.
 */
function getRemainingSteps(side: Side, status: Transition['to']): readonly TaskAction[] {
  const next = TASK_ACTIONS.filter((action) => {
    const { side: stepSide, from, to } = TRANSITIONS[action];
    return stepSide === side && to !== 'same' && from.some((item) => item === status);
  });
  return next.flatMap((action) => [action, ...getRemainingSteps(side, TRANSITIONS[action].to)]);
}

const canDoStep = (worker: Subject, action: TaskAction): boolean =>
  hasPermission(worker, 'npn_do_any_task') ||
  TRANSITIONS[action].who.some(({ code }) => !code || hasPermission(worker, code));

/**
 * True if a user can continue a task in their role. They must see tasks and have the codes of the role and of its remaining steps.
 * Otherwise they would see only disabled buttons (decisions 067 and 148).
 */
export const canContinue = (role: TaskRole, task: Pick<TaskState, 'workstream' | 'status'>, worker: Subject): boolean =>
  can(worker, canViewTasks) &&
  hasPermission(worker, getRoleCode(role, task)) &&
  getRemainingSteps(ROLE_SIDES[role], task.status).every((action) => canDoStep(worker, action));

type EditedTask = Pick<TaskState, 'status' | 'editor' | 'workstream'>;

/** True if the editor of a task can continue it, or if it has none. */
export const canEditorContinue = (task: EditedTask, findWorker: FindWorker): boolean => {
  if (task.editor === null) return true;
  const editor = findWorker(task.editor);
  return editor !== null && canContinue('editor', task, editor);
};

/** True if the editor can continue work that returns by a step, such as a fault or rework. */
export const canEditorResume = (
  task: Omit<EditedTask, 'status'>,
  action: TaskAction,
  findWorker: FindWorker,
): boolean => {
  const { to } = TRANSITIONS[action];
  return typeof to === 'string' || canEditorContinue({ ...task, status: to }, findWorker);
};

/** True if a task waits for an editor who cannot continue it, so that it is reassigned (decision 148). */
export const needsNewEditor = (task: EditedTask, findWorker: FindWorker): boolean =>
  isIn(WITH_EDITOR, task.status) && !canEditorContinue(task, findWorker);

/** True if a user could take over a task. They start work that another editor has started (decision 148). */
export const canTakeOver = (task: Pick<TaskState, 'status' | 'workstream'>, worker: Subject): boolean => {
  const startsAgain = isIn([TaskStatus.TO_DO, TaskStatus.PROCESSING], task.status);
  return canContinue('editor', { ...task, status: startsAgain ? TaskStatus.EDITOR_ASSIGNED : task.status }, worker);
};

/** Returns the change of a task when another editor takes over (decision 067). The new editor starts a started task again. */
export const createTakeoverPatch = (task: Pick<TaskState, 'status'>, editor: number): TaskPatch =>
  task.status === TaskStatus.PROCESSING ? { editor, status: TaskStatus.EDITOR_ASSIGNED } : { editor };
