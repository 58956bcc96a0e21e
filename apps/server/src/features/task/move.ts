import type { Task } from '@darkroom/contract/task/task';
import type { TaskStatus } from '@darkroom/domain/task/status';
import type { Ctx } from '../../http/context.ts';

/** A row of a task's history, as it is written. */
export interface Move {
  readonly task_id: number;
  readonly action: string;
  readonly event: number | null;
  readonly from_status: TaskStatus | null;
  readonly to_status: TaskStatus;
  readonly user_id: number;
  readonly at: string;
  readonly note: string | null;
  readonly fault_kinds: readonly string[] | null;
  /** Note of the fault, if the note is the reason of a correction. */
  readonly fault_note: string | null;
  /** The task before the move, which an undo restores. Null if the move cannot be undone. */
  readonly before: Task | null;
}

interface MoveDetails {
  /** True if Undo can revert the move. It is required, so that a new move cannot become final by omission. */
  undoable: boolean;
  /** Status after the move. Undefined if the status stays. */
  to_status?: TaskStatus | undefined;
  event?: number | null;
  note?: string | null;
  fault_kinds?: readonly string[] | undefined;
  fault_note?: string | null;
}

/** Creates a move of a task by the caller at the current time. `task` is the task before it. */
export const createMove = (
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  task: Task,
  action: string,
  { undoable, to_status, event = null, note = null, fault_kinds, fault_note = null }: MoveDetails,
): Move => ({
  task_id: task.task_id,
  action,
  event,
  from_status: task.status,
  to_status: to_status ?? task.status,
  user_id: actor.user_id,
  at: now,
  note,
  fault_kinds: fault_kinds?.length ? fault_kinds : null,
  fault_note,
  before: undoable ? task : null,
});
