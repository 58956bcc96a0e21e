import type { Promised } from '@darkroom/domain/promise/state';
import { Due } from './due.tsx';
import css from './due.module.css';
import { Risk } from './risk.tsx';

interface DueAndRiskProps {
  of: Promised;
  /** Whose promise it is, while it can still be missed. */
  job_id: number | null;
  whole?: boolean;
}

/** How a promise stands, and that it is likely to be missed: beside it, or below it where there is no room. */
export const DueAndRisk = ({ of, job_id, whole = false }: DueAndRiskProps) => (
  <span className={css.both}>
    <Due of={of} whole={whole} />
    {job_id !== null && <Risk job_id={job_id} />}
  </span>
);
