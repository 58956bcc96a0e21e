import { taskQuantity } from './counts.ts';
import type { TaskState } from './state.ts';
import { TaskStatus } from './status.ts';

/** Facts that a status can need. `fault` is a note and fault types, `rework` a quantity and notes. */
export type Fact = 'editor' | 'quantity' | 'first_qc' | 'second_qc' | 'fault' | 'rework';

const S = TaskStatus;
const COUNTED = ['editor', 'quantity'] as const satisfies readonly Fact[];
const FIRST = [...COUNTED, 'first_qc'] as const satisfies readonly Fact[];
const SECOND = [...FIRST, 'second_qc'] as const satisfies readonly Fact[];

/** Facts that each status needs (domain §2), so that the task can continue. Server and form read it. */
const LIVES_BY: Readonly<Record<TaskStatus, readonly Fact[]>> = {
  [S.TO_DO]: [],
  [S.EDITOR_ASSIGNED]: ['editor'],
  [S.PROCESSING]: ['editor'],
  [S.WAITING_TO_QC]: COUNTED,
  [S.QC1_START]: FIRST,
  [S.QC1_DONE]: FIRST,
  [S.QC2_START]: SECOND,
  [S.QC2_DONE]: SECOND,
  [S.COMPLETED]: COUNTED,
  [S.QC1_FAULTS_FOUND]: [...FIRST, 'fault'],
  [S.QC2_FAULTS_FOUND]: [...SECOND, 'fault'],
  [S.RESOLVED]: [...FIRST, 'fault'],
  [S.REWORK]: ['editor', 'rework'],
  [S.DONE_REWORK]: ['editor', 'rework'],
};

/** Check that found the fault of a task. Resolved returns to it. */
export type FaultStage = TaskState['fault_stage'];

/** Facts that a status needs. Resolved needs those of its fault. */
export const livesBy = (status: TaskStatus, stage: FaultStage): readonly Fact[] =>
  LIVES_BY[status === S.RESOLVED && stage === 2 ? S.QC2_FAULTS_FOUND : status];

/** Stage of the fault for a task in this status: that of the status, or the task's own, or that of the last started check. */
export function stageIn(status: TaskStatus, task: Pick<TaskState, 'fault_stage' | 'second_qc'>): FaultStage {
  switch (status) {
    case S.QC1_FAULTS_FOUND:
      return 1;
    case S.QC2_FAULTS_FOUND:
      return 2;
    case S.RESOLVED:
      return task.fault_stage ?? (task.second_qc === null ? 1 : 2);
    default:
      return null;
  }
}

/** A missing fact, by the field of its input. */
export interface Lack {
  readonly field: string;
  readonly code:
    | 'editor_required'
    | 'invalid_quantity'
    | 'required'
    | 'fault_required'
    | 'rework_quantity_invalid'
    | 'rework_notes_required';
}

/** Missing facts of a task. A new fault is in the call, an existing one in the history. */
export function missingPermissionsOf(
  task: TaskState,
  facts: readonly Fact[],
  fault: {
    readonly stands: boolean;
    readonly note?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
  },
): Lack[] {
  const lacks: Lack[] = [];
  const quantity = taskQuantity(task);
  for (const fact of facts) {
    switch (fact) {
      case 'editor':
        if (task.editor === null) lacks.push({ field: 'editor', code: 'editor_required' });
        break;
      case 'quantity':
        if (quantity < 1) lacks.push({ field: 'x1', code: 'invalid_quantity' });
        break;
      case 'first_qc':
      case 'second_qc':
        if (task[fact] === null) lacks.push({ field: fact, code: 'required' });
        break;
      case 'fault':
        if (fault.stands && fault.note === undefined && fault.kinds === undefined) break;
        if (!fault.kinds?.length) lacks.push({ field: 'fault_kinds', code: 'fault_required' });
        if (!fault.note?.trim()) lacks.push({ field: 'note', code: 'fault_required' });
        break;
      case 'rework':
        if (task.rework_quantity === null || task.rework_quantity < 1 || task.rework_quantity > quantity)
          lacks.push({ field: 'rework_quantity', code: 'rework_quantity_invalid' });
        if (!task.rework_notes?.trim()) lacks.push({ field: 'rework_notes', code: 'rework_notes_required' });
        break;
      default: {
        const never: never = fact;
        return never;
      }
    }
  }
  return lacks;
}
