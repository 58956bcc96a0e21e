import type { TaskPatch, TaskState } from './state.ts';
import type { Side, TaskAction } from './transitions.ts';

/**
 * Users who acted on each side of a task since it last left To Do, also on behalf of others. Four eyes are about them
 * and not only about the people in the task's columns (domain §2, decision 070).
 */
export type Acts = Pick<TaskState, 'edited_by_ids' | 'qc1_by_ids' | 'qc2_by_ids'>;

/** Fields of a task that four eyes need. */
export type TaskParts = Acts &
  Pick<TaskState, 'editor' | 'first_qc' | 'second_qc' | 'supporters' | 'rework_qc_1' | 'rework_qc_2'>;

/** No actions: the state of a To Do task. */
export const NO_ACTS: Acts = { edited_by_ids: [], qc1_by_ids: [], qc2_by_ids: [] };

const didEdit = (task: TaskParts, user: number): boolean =>
  task.editor === user || task.edited_by_ids.includes(user) || task.supporters.some((s) => s.user_id === user);
const didQc1 = (task: TaskParts, user: number): boolean => task.first_qc === user || task.qc1_by_ids.includes(user);
const didQc2 = (task: TaskParts, user: number): boolean => task.second_qc === user || task.qc2_by_ids.includes(user);
const didCheck = (task: TaskParts, user: number): boolean =>
  didQc1(task, user) || didQc2(task, user) || task.rework_qc_1 === user || task.rework_qc_2 === user;

/** Returns all people with any part in a task. */
export const getParticipants = (task: TaskParts): number[] => [
  ...new Set([
    ...[task.editor, task.first_qc, task.second_qc, task.rework_qc_1, task.rework_qc_2].filter((id) => id !== null),
    ...task.supporters.map(({ user_id }) => user_id),
    ...task.edited_by_ids,
    ...task.qc1_by_ids,
    ...task.qc2_by_ids,
  ]),
];

/**
 * True if a user on this side would break four eyes. No one edits and checks the same task or is both its QCs, not even on behalf of
 * others.
 */
export function breaksFourEyes(side: Side, task: TaskParts, user: number): boolean {
  switch (side) {
    case 'take':
      return didCheck(task, user) || task.supporters.some((s) => s.user_id === user);
    case 'edit':
      return didCheck(task, user);
    case 'qc1':
      return didEdit(task, user) || didQc2(task, user);
    case 'qc2':
      return didEdit(task, user) || didQc1(task, user);
    case 'recheck':
      return didEdit(task, user);
    case 'manage':
      return false;
    default: {
      const never: never = side;
      return never;
    }
  }
}

const ACT_FIELDS = { edit: 'edited_by_ids', qc1: 'qc1_by_ids', qc2: 'qc2_by_ids' } as const satisfies Partial<
  Record<Side, keyof Acts>
>;

/** Adds these people to the list of a side. */
export function addActors(side: keyof typeof ACT_FIELDS, task: Acts, users: readonly (number | null)[]): Partial<Acts> {
  const field = ACT_FIELDS[side];
  const all = new Set(task[field]);
  for (const user of users) if (user !== null) all.add(user);
  return all.size === task[field].length ? {} : { [field]: [...all] };
}

/**
 * Returns the users who acted with this action. A started check sets its QC and releasing it clears that QC (domain §2). A result records
 * both the user and the QC.
 */
export function getActs(task: TaskParts, action: TaskAction, user: number): TaskPatch {
  switch (action) {
    case 'start':
    case 'set_quantity':
    case 'done':
    case 'resolve':
    case 'rework_done':
      return addActors('edit', task, [user]);
    case 'qc1_done':
    case 'qc1_fault':
      return addActors('qc1', task, [user, task.first_qc]);
    case 'qc2_done':
    case 'qc2_fault':
      return addActors('qc2', task, [user, task.second_qc]);
    case 'reject':
      return NO_ACTS;
    default:
      return {};
  }
}
