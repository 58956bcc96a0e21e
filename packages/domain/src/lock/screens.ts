import { IN_REWORK, isIn, type TaskStatus } from '../task/status.ts';
import { TRANSITIONS, type TaskAction } from '../task/transitions.ts';

/** Screens that can be locked (domain §5). Each endpoint that changes data declares one of them. */
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

/** True if a single month of a screen can be locked. Only allowances have months that are closed (domain §4). */
export const hasMonthLocks = (screen: LockScreen): boolean => screen === 'allowance';

/** Declared by endpoints whose lock depends on the task. `getMoveLock` finds it for each task, the same for every endpoint (domain §8). */
export const BY_TASK = 'by task';

/** A change of a task: its status, and its new status if that differs. */
export interface TaskMove {
  readonly status: TaskStatus;
  readonly to?: TaskStatus | undefined;
}

/** Returns the lock that applies to a change: `redo` for a task that is in rework before or after it, otherwise `task`. */
export const getMoveLock = ({ status, to = status }: TaskMove): 'redo' | 'task' =>
  isIn(IN_REWORK, status) || isIn(IN_REWORK, to) ? 'redo' : 'task';

export function getTaskMove({ status }: { readonly status: TaskStatus }, action: TaskAction): TaskMove {
  const { to } = TRANSITIONS[action];
  return typeof to === 'number' ? { status, to } : { status };
}
