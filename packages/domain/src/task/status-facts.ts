import { taskQuantity } from './quantities.ts';
import type { TaskState } from './state.ts';
import { TaskStatus } from './status.ts';

/** Facts that a status can need. `fault` is a note and fault types, `rework` a quantity and notes. */
export type StatusFact = 'editor' | 'quantity' | 'first_qc' | 'second_qc' | 'fault' | 'rework';

const Status = TaskStatus;
const COUNTED = ['editor', 'quantity'] as const satisfies readonly StatusFact[];
const FIRST = [...COUNTED, 'first_qc'] as const satisfies readonly StatusFact[];
const SECOND = [...FIRST, 'second_qc'] as const satisfies readonly StatusFact[];

/** Facts that each status needs (domain §2), so that the task can continue. Server and form read it. */
const FACTS_BY_STATUS: Readonly<Record<TaskStatus, readonly StatusFact[]>> = {
  [Status.TO_DO]: [],
  [Status.EDITOR_ASSIGNED]: ['editor'],
  [Status.PROCESSING]: ['editor'],
  [Status.WAITING_TO_QC]: COUNTED,
  [Status.QC1_START]: FIRST,
  [Status.QC1_DONE]: FIRST,
  [Status.QC2_START]: SECOND,
  [Status.QC2_DONE]: SECOND,
  [Status.COMPLETED]: COUNTED,
  [Status.QC1_FAULTS_FOUND]: [...FIRST, 'fault'],
  [Status.QC2_FAULTS_FOUND]: [...SECOND, 'fault'],
  [Status.RESOLVED]: [...FIRST, 'fault'],
  [Status.REWORK]: ['editor', 'rework'],
  [Status.DONE_REWORK]: ['editor', 'rework'],
};

/** Check that found the fault of a task. Resolved returns to it. */
export type FaultStage = TaskState['fault_stage'];

/** Returns the facts that a status needs. Resolved needs those of its fault. */
export const getRequiredFacts = (status: TaskStatus, stage: FaultStage): readonly StatusFact[] =>
  FACTS_BY_STATUS[status === Status.RESOLVED && stage === 2 ? Status.QC2_FAULTS_FOUND : status];

/**
 * Returns the stage of the fault for a task in this status. It is the stage of the status, or the task's own, or that of the last started
 * check.
 */
export function getFaultStage(status: TaskStatus, task: Pick<TaskState, 'fault_stage' | 'second_qc'>): FaultStage {
  switch (status) {
    case Status.QC1_FAULTS_FOUND:
      return 1;
    case Status.QC2_FAULTS_FOUND:
      return 2;
    case Status.RESOLVED:
      return task.fault_stage ?? (task.second_qc === null ? 1 : 2);
    default:
      return null;
  }
}

/** A missing fact, by the field of its input. */
export interface MissingFact {
  readonly field: string;
  readonly code:
    | 'editor_required'
    | 'invalid_quantity'
    | 'required'
    | 'fault_required'
    | 'rework_quantity_invalid'
    | 'rework_notes_required';
}

/** Finds the missing facts of a task. A new fault is in the request, an existing fault in the history. */
export function findMissingFacts(
  task: TaskState,
  facts: readonly StatusFact[],
  fault: {
    readonly isKnown: boolean;
    readonly note?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
  },
): MissingFact[] {
  const missingFacts: MissingFact[] = [];
  const quantity = taskQuantity(task);
  for (const fact of facts) {
    switch (fact) {
      case 'editor':
        if (task.editor === null) missingFacts.push({ field: 'editor', code: 'editor_required' });
        break;
      case 'quantity':
        if (quantity < 1) missingFacts.push({ field: 'x1', code: 'invalid_quantity' });
        break;
      case 'first_qc':
      case 'second_qc':
        if (task[fact] === null) missingFacts.push({ field: fact, code: 'required' });
        break;
      case 'fault':
        if (fault.isKnown && fault.note === undefined && fault.kinds === undefined) break;
        if (!fault.kinds?.length) missingFacts.push({ field: 'fault_kinds', code: 'fault_required' });
        if (!fault.note?.trim()) missingFacts.push({ field: 'note', code: 'fault_required' });
        break;
      case 'rework':
        if (task.rework_quantity === null || task.rework_quantity < 1 || task.rework_quantity > quantity)
          missingFacts.push({ field: 'rework_quantity', code: 'rework_quantity_invalid' });
        if (!task.rework_notes?.trim()) missingFacts.push({ field: 'rework_notes', code: 'rework_notes_required' });
        break;
      default: {
        const never: never = fact;
        return never;
      }
    }
  }
  return missingFacts;
}
