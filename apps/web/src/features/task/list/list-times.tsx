import type { TaskRow } from '@darkroom/contract/task/task';
import { ShownTimes } from '../record/task-times.tsx';

/** Maximum number of rows whose times are added up. */
const MOST = 200;

/** Total times of the rows below a list, after the rows have loaded. */
export function ListTimes({ rows }: { rows: readonly TaskRow[] | undefined }) {
  if (!rows || rows.length === 0 || rows.length > MOST) return null;
  return <ShownTimes rows={rows} />;
}
