import type { TaskRow } from '@darkroom/contract/task/task';
import { TotalTimes } from '../record/task-times.tsx';

/** Maximum number of rows whose times are added up. */
const MAX_ROWS = 200;

/** Total times of the rows below a list, after the rows have loaded. */
export function ListTimes({ rows }: { rows: readonly TaskRow[] | undefined }) {
  if (!rows || rows.length === 0 || rows.length > MAX_ROWS) return null;
  return <TotalTimes rows={rows} />;
}
