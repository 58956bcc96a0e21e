import type { TaskState } from './state.ts';
import { breaksFourEyes } from './four-eyes.ts';
import { RETURNED_TO_EDITOR, isIn, TaskStatus, IN_PROGRESS } from './status.ts';

/**
 * Returns the user's list of current work that shows the task (decision 008). `mine` ("Mine"): in progress. `waiting` ("Waiting for me"):
 * needs the user's next step. Null if neither does. A test compares it with the server's `scopeCondition`.
 */
export function getOwnList(task: TaskState, user: number): 'mine' | 'waiting' | null {
  const { status } = task;
  if (task.editor === user) {
    if (isIn(IN_PROGRESS.editor, status)) return 'mine';
    if (status === TaskStatus.EDITOR_ASSIGNED || isIn(RETURNED_TO_EDITOR, status)) return 'waiting';
  }
  if (task.first_qc === user && isIn(IN_PROGRESS.first_qc, status)) return 'mine';
  if (task.second_qc === user && isIn(IN_PROGRESS.second_qc, status)) return 'mine';
  if (status === TaskStatus.RESOLVED) {
    const faultQc = task.fault_stage === 1 ? task.first_qc : task.fault_stage === 2 ? task.second_qc : null;
    return faultQc === user ? 'waiting' : null;
  }
  const isRechecker = task.first_qc === user || task.second_qc === user;
  const isRecheckOpen =
    task.rework_qc_1 !== user && task.rework_qc_2 === null && !breaksFourEyes('recheck', task, user);
  return status === TaskStatus.DONE_REWORK && isRechecker && isRecheckOpen ? 'waiting' : null;
}
