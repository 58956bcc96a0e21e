import { holds } from '../permission/access.ts';
import type { PermissionCode } from '../permission/codes.ts';
import { PLACE_NAMES, refusedPlaces, type FindWorker, type Place, type PlaceRefusal } from './places.ts';
import { isEntitled, type Actor } from './decide.ts';
import type { RefusalCode } from './needs.ts';
import type { TaskState } from './state.ts';
import { breaksFourEyes } from './four-eyes.ts';
import { IN_EDITORS_HAND, IN_REWORK, isIn, TaskStatus } from './status.ts';
import { TASK_ACTIONS, TRANSITIONS, type TaskAction } from './transitions.ts';

/** Moves outside the transition table that can be undone, with their permission. */
const OUTSIDE: Readonly<Record<string, PermissionCode>> = {
  admin_update: 'npn_change_task',
  redo_update: 'npn_change_redo_task',
  redo_delete: 'npn_delete_redo_task',
};

const isStep = (action: string): action is TaskAction => (TASK_ACTIONS as readonly string[]).includes(action);

/**
 * Reason why this user cannot undo their own last move, or null. The user must still be entitled to the undone move (domain §2), and the
 * person who gets the work again must be active, have the code and keep four eyes.
 */
export function refusedUndo(
  now: TaskState,
  was: TaskState,
  action: string,
  actor: Actor,
  worker: FindWorker,
): RefusalCode | PlaceRefusal['code'] | null {
  if (isStep(action)) {
    if (!isEntitled(was, action, actor, now.editor === null ? {} : { editor: now.editor })) return 'not_allowed';
    const { side } = TRANSITIONS[action];
    if (side !== 'take' && breaksFourEyes(side, was, actor.user_id)) return 'four_eyes';
  } else {
    const code = OUTSIDE[action];
    if (!code || !holds(actor, code)) return 'not_allowed';
  }
  return refusedPlaces(was, placesGivenBack(now, was), worker)[0]?.code ?? null;
}

/** Places whose person changes by the undo, and the place that is next. */
export function placesGivenBack(now: TaskState, was: TaskState): Place[] {
  const turn = (place: Place): boolean =>
    (place === 'editor' && isIn(IN_EDITORS_HAND, was.status)) ||
    (place === 'first_qc' && was.status === TaskStatus.QC1_START) ||
    (place === 'second_qc' && was.status === TaskStatus.QC2_START);
  return PLACE_NAMES.filter((place) => was[place] !== now[place] || turn(place)).filter(
    // QCs of an earlier rework stay recorded but are not next.
    (place) => !place.startsWith('rework_') || was.status === TaskStatus.DONE_REWORK,
  );
}

/**
 * Reason why a rework cannot be deleted, or null (spec §7 redo/delete). The task returns to Completed, so a task that
 * a correction moved to rework without a completion (`rework_of` is 0) cannot return.
 */
export function refusesTakingBack({
  status,
  rework_of,
}: Pick<TaskState, 'status' | 'rework_of'>): 'wrong_status' | 'never_completed' | null {
  if (!isIn(IN_REWORK, status)) return 'wrong_status';
  return rework_of === 0 ? 'never_completed' : null;
}
