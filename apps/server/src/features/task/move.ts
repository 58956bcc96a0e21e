import type { Task } from '@darkroom/contract/task/task';
import type { TaskStatus } from '@darkroom/domain/task/status';
import type { Ctx } from '../../http/context.ts';

/** A line of a task's history, as it is written. */
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
  /** What was wrong, where the note is the reason for setting the task so. */
  readonly fault_note: string | null;
  /** The task as it was, which is what an undo returns to; null: this move is not taken back. */
  readonly before: Task | null;
}

interface MoveDetails {
  /** Whether Undo may take it back. Said every time: a move that forgets it would silently be final. */
  undoable: boolean;
  /** Where it leads; where nothing is said the status stays. */
  to_status?: TaskStatus | undefined;
  event?: number | null;
  note?: string | null;
  fault_kinds?: readonly string[] | undefined;
  fault_note?: string | null;
}

/** A move of a task, made by the caller now; `task` is the task before it. */
export const moveMade = (
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
