import { hasPermission } from '../permission/access.ts';
import type { PermissionCode } from '../permission/codes.ts';
import { TASK_ROLES, findRoleRefusals, type FindWorker, type TaskRole, type RoleRefusal } from './roles.ts';
import { isEntitled, type Actor } from './decide.ts';
import type { RefusalCode } from './needs.ts';
import type { TaskState } from './state.ts';
import { breaksFourEyes } from './four-eyes.ts';
import { WITH_EDITOR, IN_REWORK, isIn, TaskStatus } from './status.ts';
import { TASK_ACTIONS, TRANSITIONS, type TaskAction } from './transitions.ts';

/** Moves outside the transition table that can be undone, with their permission. */
const OTHER_MOVES: Readonly<Record<string, PermissionCode>> = {
  admin_update: 'npn_change_task',
  redo_update: 'npn_change_redo_task',
  redo_delete: 'npn_delete_redo_task',
  // Only the hand-over of chosen tasks can be undone. That of a closed account has no earlier state (decision 173).
  hand_over: 'npn_assign_task',
};

const isStep = (action: string): action is TaskAction => (TASK_ACTIONS as readonly string[]).includes(action);

/**
 * Returns the reason why this user cannot undo their own last move, or null. The user must still be entitled to the move (domain §2). The
 * person who gets the work again must be active, have the code and satisfy four eyes.
 */
export function findUndoRefusal(
  current: TaskState,
  previous: TaskState,
  action: string,
  actor: Actor,
  findWorker: FindWorker,
): RefusalCode | RoleRefusal['code'] | null {
  if (isStep(action)) {
    if (!isEntitled(previous, action, actor, current.editor === null ? {} : { editor: current.editor }))
      return 'not_allowed';
    const { side } = TRANSITIONS[action];
    if (side !== 'take' && breaksFourEyes(side, previous, actor.user_id)) return 'four_eyes';
  } else {
    const code = OTHER_MOVES[action];
    if (!code || !hasPermission(actor, code)) return 'not_allowed';
  }
  return findRoleRefusals(previous, findReturnedRoles(current, previous), findWorker)[0]?.code ?? null;
}

/** Finds the roles whose person changes by the undo, and the role that is next. */
export function findReturnedRoles(current: TaskState, previous: TaskState): TaskRole[] {
  const isNext = (role: TaskRole): boolean =>
    (role === 'editor' && isIn(WITH_EDITOR, previous.status)) ||
    (role === 'first_qc' && previous.status === TaskStatus.QC1_START) ||
    (role === 'second_qc' && previous.status === TaskStatus.QC2_START);
  return TASK_ROLES.filter((role) => previous[role] !== current[role] || isNext(role)).filter(
    // QCs of an earlier rework stay recorded but are not next.
    (role) => !role.startsWith('rework_') || previous.status === TaskStatus.DONE_REWORK,
  );
}

/**
 * Returns the reason why a rework cannot be deleted, or null (spec §7 redo/delete). The task returns to Completed, so a task that a
 * correction moved to rework without a completion (`quantity_before_rework` is 0) cannot return.
 */
export function findReworkDeletionRefusal({
  status,
  quantity_before_rework,
}: Pick<TaskState, 'status' | 'quantity_before_rework'>): 'wrong_status' | 'never_completed' | null {
  if (!isIn(IN_REWORK, status)) return 'wrong_status';
  return quantity_before_rework === 0 ? 'never_completed' : null;
}
