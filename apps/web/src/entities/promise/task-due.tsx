import type { TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { DueAndRisk } from './due-and-risk.tsx';

interface TaskDueProps {
  row: Pick<TaskRow, 'job_id' | 'due_at' | 'status'>;
  whole?: boolean;
  /** Without room for it, that it is likely to be missed is left out. */
  risk?: boolean;
}

/** How the promise of a task's job stands. A task that is done keeps nobody from it any more: only when it was promised for is said. */
export const TaskDue = ({ row, whole = false, risk = true }: TaskDueProps) => (
  <DueAndRisk
    of={{ due_at: row.due_at, done: row.status === TaskStatus.COMPLETED, done_at: null }}
    job_id={risk && row.status !== TaskStatus.COMPLETED ? row.job_id : null}
    whole={whole}
  />
);
