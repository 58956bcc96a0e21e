import type { TaskRow } from '@darkroom/contract/task/task';
import { TaskStatus } from '@darkroom/domain/task/status';
import { DueDateAndRisk } from './due-date-and-risk.tsx';

interface TaskDueDateProps {
  row: Pick<TaskRow, 'job_id' | 'due_at' | 'status'>;
  isFull?: boolean;
  /** True if the risk is shown. False where the space is too small. */
  showsRisk?: boolean;
}

/** Due date of a task's job. A completed task cannot delay the job, so its risk is not shown. */
export const TaskDueDate = ({ row, isFull = false, showsRisk = true }: TaskDueDateProps) => (
  <DueDateAndRisk
    dueDate={{ due_at: row.due_at, done: row.status === TaskStatus.COMPLETED, done_at: null }}
    job_id={showsRisk && row.status !== TaskStatus.COMPLETED ? row.job_id : null}
    isFull={isFull}
  />
);
