import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { decide, type Actor } from '@darkroom/domain/task/decide';
import type { ActionInput } from '@darkroom/domain/task/needs';
import type { TaskState } from '@darkroom/domain/task/state';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** A task during the seed: its state for the rules, and the content of its rows. */
export interface SimulatedTask {
  task_id: number;
  job_detail_id: number;
  workstream: Workstream;
  state: Mutable<TaskState>;
  version: number;
  notes: string;
  created_at: Instant;
  created_by: number;
  status_since: Instant;
  history: SimulatedMove[];
}

export interface SimulatedMove {
  task_id: number;
  action: TaskAction;
  event: number | null;
  from_status: TaskStatus;
  to_status: TaskStatus;
  user_id: number;
  at: Instant;
  x1: number;
  x2: number;
  x3: number;
  note: string | null;
  fault_kinds: readonly string[] | null;
  editor: number | null;
  first_qc: number | null;
  second_qc: number | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Creates the state of a new task: To Do, without an editor. */
export const createNewState = (workstream: Workstream): Mutable<TaskState> => ({
  status: TaskStatus.TO_DO,
  workstream,
  editor: null,
  first_qc: null,
  second_qc: null,
  supporters: [],
  edited_by_ids: [],
  qc1_by_ids: [],
  qc2_by_ids: [],
  x1: 0,
  x2: 0,
  x3: 0,
  start_time: null,
  end_time: null,
  rework_quantity: null,
  quantity_before_rework: null,
  rework_notes: null,
  rework_qc_1: null,
  rework_qc_2: null,
  rework_at: null,
  rework_by: null,
  fault_stage: null,
  status_before_check: null,
});

/** Resets a task to its first state. */
export function resetTask(task: SimulatedTask): void {
  const { supporters } = task.state;
  Object.assign(task, { state: { ...createNewState(task.workstream), supporters }, version: 1, history: [] });
  task.status_since = task.created_at;
}

/** Takes one step by the rules of the domain. A refused step is a fault of the seed. */
export function applyAction(
  task: SimulatedTask,
  action: TaskAction,
  actor: Actor,
  at: Instant,
  input: ActionInput = {},
): void {
  const decision = decide(task.state, action, actor, at, input);
  if (!decision.ok) throw new Error(`the seed's ${action} of task ${task.task_id} is refused: ${decision.code}`);
  const from_status = task.state.status;
  Object.assign(task.state, decision.patch);
  const { status, x1, x2, x3, editor, first_qc, second_qc } = task.state;
  task.version += 1;
  if (status !== from_status) task.status_since = at;
  task.history.push({
    task_id: task.task_id,
    action,
    event: decision.event,
    from_status,
    to_status: status,
    user_id: actor.user_id,
    at,
    x1,
    x2,
    x3,
    note: input.note ?? input.rework_notes ?? null,
    fault_kinds: input.fault_kinds ?? null,
    editor,
    first_qc,
    second_qc,
  });
}
