import type { InputOf } from '@darkroom/contract/endpoint';
import { MANY, taskManyEndpoints, type TaskInShort } from '@darkroom/contract/task/many';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/call/query.ts';
import { useChosenUnder } from '../../../lib/undo/use-chosen-under.ts';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';

type Filter = InputOf<typeof taskManyEndpoints.ids>;
type Chosen = ReadonlyMap<RowKey, TaskInShort>;

const NONE: Chosen = new Map();

/** The selected tasks of a list. */
export interface ChosenTasks {
  readonly tasks: readonly TaskInShort[];
  readonly keys: ReadonlySet<RowKey>;
  /** Count of selected tasks without a row on this page. */
  readonly elsewhere: number;
  /** Count of tasks that left the selection because they do not match any more. */
  readonly left: number;
  /** Selects exactly these tasks, from the selected and the shown ones. */
  readonly choose: (keys: ReadonlySet<RowKey>) => void;
  readonly put: (tasks: readonly TaskInShort[]) => void;
  readonly without: (keys: ReadonlySet<RowKey>) => void;
}

/**
 * Selection of a list. It holds tasks, so that steps also work for tasks of other pages. Tasks that no longer match the filter leave the
 * selection and are counted.
 */
export function useChosenTasks(rows: readonly TaskInShort[], filter: Filter): ChosenTasks {
  const list = JSON.stringify(filter);
  const [chosen, setChosen] = useChosenUnder(NONE, list);
  const [leftOf, setLeftOf] = useState({ list, count: 0 });
  const left = leftOf.list === list ? leftOf.count : 0;
  const setLeft = (count: number) => setLeftOf({ list, count });
  const shown = new Map<RowKey, TaskInShort>(rows.map((row) => [row.task_id, row]));
  const away = [...chosen.keys()].filter((key) => !shown.has(key)).map(Number);
  const { data } = useQuery({
    ...query(taskManyEndpoints.ids, { ...filter, among: away }),
    // No step takes more tasks at once.
    enabled: away.length > 0 && away.length <= MANY,
    // An earlier answer is not valid for a new selection.
    staleTime: 0,
    gcTime: 0,
  });
  const found =
    away.length > 0 && data ? new Map<RowKey, TaskInShort>(data.results.map((row) => [row.task_id, row])) : null;
  const gone = found ? away.filter((key) => !found.has(key)).length : 0;
  if (found && gone > 0) {
    setLeft(left + gone);
    setChosen(() => new Map([...chosen].filter(([key]) => shown.has(key) || found.has(key))));
  }
  const tasks = [...chosen].map(([key, task]) => shown.get(key) ?? found?.get(key) ?? task);
  return {
    tasks,
    keys: new Set(chosen.keys()),
    elsewhere: away.length,
    left,
    choose: (keys) => {
      setLeft(0);
      const known = new Map([...chosen, ...shown]);
      setChosen(() => new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key)!] as const] : []))));
    },
    put: (some) => {
      setLeft(0);
      setChosen(() => new Map(some.map((task) => [task.task_id, task])));
    },
    without: (keys) => setChosen((all) => new Map([...all].filter(([key]) => !keys.has(key)))),
  };
}
