import type { TaskRow } from '@darkroom/contract/task/task';

/** The task whose table row holds the focus: what single keys mean when no card is meant. */
export function rowAtFocus(rows: readonly TaskRow[]): TaskRow | null {
  const key = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return key === undefined ? null : (rows.find((row) => String(row.task_id) === key) ?? null);
}
