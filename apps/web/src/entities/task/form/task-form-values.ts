import type { InputOf } from '@darkroom/contract/endpoint';
import type { TaskStepRow, Task, taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskRole } from '@darkroom/domain/task/roles';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { toInstant, toMoment, type Moment } from '../../../ui/day-picker/moment.ts';

export interface TaskValues extends Record<TaskRole, number | null> {
  status: TaskStatus;
  x1: number;
  x2: number;
  x3: number;
  start_time: Moment;
  end_time: Moment;
  rework_quantity: number | null;
  rework_notes: string;
  notes: string;
  /** The current fault. It is in the history, not in the task. */
  note: string;
  fault_kinds: string[];
  reason: string;
}

export const MOMENT_FIELDS = ['start_time', 'end_time'] as const;

export const toTaskValues = (task: Task): TaskValues => ({
  status: task.status,
  editor: task.editor,
  first_qc: task.first_qc,
  second_qc: task.second_qc,
  x1: task.x1,
  x2: task.x2,
  x3: task.x3,
  start_time: toMoment(task.start_time),
  end_time: toMoment(task.end_time),
  rework_quantity: task.rework_quantity,
  rework_notes: task.rework_notes ?? '',
  rework_qc_1: task.rework_qc_1,
  rework_qc_2: task.rework_qc_2,
  notes: task.notes,
  note: '',
  fault_kinds: [],
  reason: '',
});

/** Converts a fault from the history to form values. */
export const toFaultValues = (fault: TaskStepRow | undefined): Pick<TaskValues, 'note' | 'fault_kinds'> => ({
  note: fault?.fault_note ?? fault?.note ?? '',
  fault_kinds: [...(fault?.fault_kinds ?? [])],
});

type TaskChanges = Partial<Omit<InputOf<typeof taskEndpoints.adminUpdate>, 'task_id' | 'version'>>;

export const toTaskInput = ({ start_time, end_time, ...changed }: Partial<TaskValues>): TaskChanges => ({
  ...changed,
  ...(start_time && { start_time: toInstant(start_time) }),
  ...(end_time && { end_time: toInstant(end_time) }),
});
