import type { Promised } from '@darkroom/domain/due-date/state';
import { Due } from './due.tsx';
import css from './due.module.css';
import { Risk } from './risk.tsx';

interface DueAndRiskProps {
  of: Promised;
  /** Job of the due date, while it can still be late. */
  job_id: number | null;
  whole?: boolean;
}

/** Due date state, with the risk of being late next to it, or below it in narrow places. */
export const DueAndRisk = ({ of, job_id, whole = false }: DueAndRiskProps) => (
  <span className={css.both}>
    <Due of={of} whole={whole} />
    {job_id !== null && <Risk job_id={job_id} />}
  </span>
);
