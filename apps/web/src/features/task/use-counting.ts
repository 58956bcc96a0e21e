import type { TaskRow } from '@darkroom/contract';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useRef, useState } from 'react';
import { countsOf, useCountTrouble, type CountsDraft } from '../../ui/task/counts.ts';
import { formOf } from '../../ui/task/task-steps.ts';
import { useTaskSteps } from '../../ui/task/use-task-steps.tsx';

interface Counting {
  readonly draft: CountsDraft;
  readonly error: string | null;
}
const UNTOUCHED: Counting = { draft: {}, error: null };

/** What is being counted in place, by task: it outlives every refresh, and what another task's card does. */
export interface CountingInPlace {
  of: (task_id: number) => Counting;
  type: (task_id: number, draft: CountsDraft) => void;
  /** Presses a step of a task whose counts are typed on its card: they go along instead of being asked for in a form. */
  press: (row: TaskRow, action: TaskAction) => void;
  /** Finishes a task with all that was ordered. */
  all: (row: TaskRow, action: TaskAction, field: keyof CountsDraft) => void;
  /** Whether somebody has just begun this task: what comes next is counted. */
  begun: (task_id: number) => boolean;
}

/** Holds the counts typed on cards until they are saved; `card` is the task whose counts are on screen now. */
export function useCounting(card: TaskRow | null): CountingInPlace {
  const { begin, take } = useTaskSteps();
  const trouble = useCountTrouble();
  const [byTask, setByTask] = useState<Readonly<Record<number, Counting>>>({});
  const put = (task_id: number, counting: Counting) => setByTask((all) => ({ ...all, [task_id]: counting }));
  const of = (task_id: number) => byTask[task_id] ?? UNTOUCHED;

  const begun = useRef<number | null>(null);

  const send = async (row: TaskRow, action: TaskAction, draft = of(row.task_id).draft) => {
    const uncountable = trouble(draft);
    if (uncountable) return put(row.task_id, { draft, error: uncountable });
    const result = await take(row, action, countsOf(row, draft));
    if (result.kind === 'done') put(row.task_id, UNTOUCHED);
    else if (result.kind === 'refused') put(row.task_id, { draft, error: Object.values(result.fields)[0] ?? null });
  };

  return {
    of,
    type: (task_id, draft) => put(task_id, { draft, error: null }),
    press: (row, action) => {
      if (action === 'start') begun.current = row.task_id;
      if (formOf(action) === 'quantity' && row.task_id === card?.task_id) void send(row, action);
      else begin(row, action);
    },
    all: (row, action, field) => void send(row, action, { [field]: row.quantity }),
    begun: (task_id) => begun.current === task_id,
  };
}
