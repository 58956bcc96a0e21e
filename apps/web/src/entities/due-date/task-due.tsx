import type { TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { DueAndRisk } from './due-and-risk.tsx';

interface TaskDueProps {
  row: Pick<TaskRow, 'job_id' | 'due_at' | 'status'>;
  whole?: boolean;
  /** False in places too small to show the risk. */
  risk?: boolean;
}

/** Due date of a task's job. A completed task cannot delay the job, so its risk is not shown. */
export const TaskDue = ({ row, whole = false, risk = true }: TaskDueProps) => (
  <DueAndRisk
    of={{ due_at: row.due_at, done: row.status === TaskStatus.COMPLETED, done_at: null }}
    job_id={risk && row.status !== TaskStatus.COMPLETED ? row.job_id : null}
    whole={whole}
  />
);
