import { IN_REWORK, isIn, type TaskStatus } from '../task/status.ts';
import { TRANSITIONS, type TaskAction } from '../task/transitions.ts';

/** Screens that can be locked (domain §5). Each mutating call declares which of them it belongs to. */
export const LOCK_SCREENS = [
  'job',
  'task',
  'redo',
  'category',
  'customer',
  'price',
  'request',
  'staff',
  'team',
  'allowance',
] as const;
export type LockScreen = (typeof LOCK_SCREENS)[number];

/** Whether a month of a screen can be locked by itself: where months are closed (domain §4). Elsewhere such a lock would stop nothing. */
export const locksByMonth = (screen: LockScreen): boolean => screen === 'allowance';

/**
 * What a call declares whose tasks decide: they stand behind no one screen. Which lock stops it is `lockOfMove`, task by task,
 * whichever call makes the move (domain §8).
 */
export const BY_TASK = 'by task';

/** A task that is moved or changed: where it stands, and where it goes when that is somewhere else. */
export interface TaskMove {
  readonly status: TaskStatus;
  readonly to?: TaskStatus | undefined;
}

/** The lock that stops it: `redo` for everything about a task in rework, into it and out of it; `task` for everything else. */
export const lockOfMove = ({ status, to = status }: TaskMove): 'redo' | 'task' =>
  isIn(IN_REWORK, status) || isIn(IN_REWORK, to) ? 'redo' : 'task';

/** An action on a task as a move. */
export function moveOf({ status }: { readonly status: TaskStatus }, action: TaskAction): TaskMove {
  const { to } = TRANSITIONS[action];
  return typeof to === 'number' ? { status, to } : { status };
}
