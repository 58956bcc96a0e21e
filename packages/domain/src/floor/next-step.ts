import { TaskStatus } from '../task/status.ts';
import type { TaskState } from '../task/state.ts';

/** Next step that a task waits for, shown as the reason why it is late. */
export const NEXT_STEPS = [
  'to_assign',
  'to_start',
  'to_edit',
  'to_check_1',
  'checking_1',
  'to_check_2',
  'checking_2',
  'to_complete',
  'to_resolve',
  'to_recheck_fault',
  'to_rework',
  'to_recheck',
] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

type WaitingTask = Pick<TaskState, 'status' | 'editor' | 'first_qc' | 'second_qc' | 'fault_stage' | 'rework_qc_2'>;

/** Returns the next step of an open task and its person. The person is null while anyone in the workstream can take the task. */
export function getNextStep(task: WaitingTask): { wait: NextStep; who: number | null } {
  const faultQc = task.fault_stage === 2 ? task.second_qc : task.first_qc;
  switch (task.status) {
    case TaskStatus.TO_DO:
      return { wait: 'to_assign', who: null };
    case TaskStatus.EDITOR_ASSIGNED:
      return { wait: 'to_start', who: task.editor };
    case TaskStatus.PROCESSING:
      return { wait: 'to_edit', who: task.editor };
    case TaskStatus.WAITING_TO_QC:
      return { wait: 'to_check_1', who: null };
    case TaskStatus.QC1_START:
      return { wait: 'checking_1', who: task.first_qc };
    case TaskStatus.QC1_DONE:
      return { wait: 'to_check_2', who: null };
    case TaskStatus.QC2_START:
      return { wait: 'checking_2', who: task.second_qc };
    case TaskStatus.QC2_DONE:
    case TaskStatus.COMPLETED:
      return { wait: 'to_complete', who: null };
    case TaskStatus.QC1_FAULTS_FOUND:
    case TaskStatus.QC2_FAULTS_FOUND:
      return { wait: 'to_resolve', who: task.editor };
    case TaskStatus.RESOLVED:
      return { wait: 'to_recheck_fault', who: faultQc };
    case TaskStatus.REWORK:
      return { wait: 'to_rework', who: task.editor };
    case TaskStatus.DONE_REWORK:
      return { wait: task.rework_qc_2 === null ? 'to_recheck' : 'to_complete', who: null };
    default: {
      const never: never = task.status;
      return never;
    }
  }
}
