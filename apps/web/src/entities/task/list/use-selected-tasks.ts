import type { InputOf } from '@darkroom/contract/endpoint';
import { MAX_BULK_TASKS, taskBulkEndpoints, type TaskSummary } from '@darkroom/contract/task/bulk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/query.ts';
import { useListSelection } from '../../../lib/undo/use-list-selection.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';

type Filter = InputOf<typeof taskBulkEndpoints.ids>;
type TaskSelection = ReadonlyMap<RowKey, TaskSummary>;

const NO_TASKS: TaskSelection = new Map();

export interface SelectedTasks {
  readonly tasks: readonly TaskSummary[];
  readonly keys: ReadonlySet<RowKey>;
  /** Count of selected tasks without a row on this page. */
  readonly elsewhereCount: number;
  /** Count of tasks that left the selection because they do not match any more. */
  readonly unmatchedCount: number;
  /** Selects exactly these tasks, from the selected and the shown tasks. */
  readonly select: (keys: ReadonlySet<RowKey>) => void;
  readonly replace: (tasks: readonly TaskSummary[]) => void;
  readonly remove: (keys: ReadonlySet<RowKey>) => void;
}

/**
 * Returns the selection of a list. The selection contains tasks, so that steps also work for tasks of other pages. Tasks that do not match
 * the filter any more leave the selection and are counted.
 */
export function useSelectedTasks(rows: readonly TaskSummary[], filter: Filter): SelectedTasks {
  const filterKey = JSON.stringify(filter);
  const [selected, setSelected] = useListSelection(NO_TASKS, filterKey);
  const [unmatched, setUnmatched] = useState({ list: filterKey, count: 0 });
  const unmatchedCount = unmatched.list === filterKey ? unmatched.count : 0;
  const setUnmatchedCount = (count: number) => setUnmatched({ list: filterKey, count });
  const shownRows = new Map<RowKey, TaskSummary>(rows.map((row) => [row.task_id, row]));
  const otherIds = [...selected.keys()].filter((key) => !shownRows.has(key)).map(Number);
  const { data } = useQuery({
    ...query(taskBulkEndpoints.ids, { ...filter, task_ids: otherIds }),
    // No step takes more tasks at once.
    enabled: otherIds.length > 0 && otherIds.length <= MAX_BULK_TASKS,
    // An earlier response is not valid for a new selection.
    staleTime: 0,
    gcTime: 0,
  });
  const foundRows =
    otherIds.length > 0 && data ? new Map<RowKey, TaskSummary>(data.results.map((row) => [row.task_id, row])) : null;
  const goneCount = foundRows ? otherIds.filter((key) => !foundRows.has(key)).length : 0;
  if (foundRows && goneCount > 0) {
    setUnmatchedCount(unmatchedCount + goneCount);
    setSelected(() => new Map([...selected].filter(([key]) => shownRows.has(key) || foundRows.has(key))));
  }
  const tasks = [...selected].map(([key, task]) => shownRows.get(key) ?? foundRows?.get(key) ?? task);
  return {
    tasks,
    keys: new Set(selected.keys()),
    elsewhereCount: otherIds.length,
    unmatchedCount,
    select: (keys) => {
      setUnmatchedCount(0);
      const knownTasks = new Map([...selected, ...shownRows]);
      setSelected(
        () => new Map([...keys].flatMap((key) => (knownTasks.has(key) ? [[key, knownTasks.get(key)!] as const] : []))),
      );
    },
    replace: (nextTasks) => {
      setUnmatchedCount(0);
      setSelected(() => new Map(nextTasks.map((task) => [task.task_id, task])));
    },
    remove: (keys) => setSelected((all) => new Map([...all].filter(([key]) => !keys.has(key)))),
  };
}
