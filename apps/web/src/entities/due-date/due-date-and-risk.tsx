import type { DueWork } from '@darkroom/domain/due-date/state';
import { DueDateLabel } from './due-date-label.tsx';
import css from './due-date.module.css';
import { Risk } from './risk.tsx';

interface DueDateAndRiskProps {
  dueDate: DueWork;
  /** Job of the due date, while it can still be late. */
  job_id: number | null;
  isFull?: boolean;
}

/** Due date state and the risk of being late. The risk is next to it, or below it in a narrow cell. */
export const DueDateAndRisk = ({ dueDate, job_id, isFull = false }: DueDateAndRiskProps) => (
  <span className={css.dueAndRisk}>
    <DueDateLabel dueDate={dueDate} isFull={isFull} />
    {job_id !== null && <Risk job_id={job_id} />}
  </span>
);
