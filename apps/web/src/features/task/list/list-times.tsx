import type { TaskRow } from '@darkroom/contract/task/task';
import { ShownTimes } from '../record/task-times.tsx';

/** Times are summed of as many rows as a usual page holds. */
const MOST = 200;

/** The foot under a list: the time its rows took, once they are there. */
export function ListTimes({ rows }: { rows: readonly TaskRow[] | undefined }) {
  if (!rows || rows.length === 0 || rows.length > MOST) return null;
  return <ShownTimes rows={rows} />;
}
