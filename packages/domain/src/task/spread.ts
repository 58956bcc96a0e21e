import type { Workstream } from '../customer/enums.ts';

/** A task that is to be handed to somebody. */
export interface TaskToSpread {
  readonly task_id: number;
  readonly workstream: Workstream;
  /** What it is estimated at; null where the customer had no price. */
  readonly minutes: number | null;
  /** What it counts for: its estimate, or what is assumed where it has none (decision 076). Never nothing. */
  readonly weight: number;
  /** Who may not edit it although they are editors: four eyes. */
  readonly barred: readonly number[];
}

/** An editor with the work they have in hand. */
export interface EditorLoad {
  readonly user_id: number;
  readonly workstreams: readonly Workstream[];
  readonly open_tasks: number;
  readonly minutes: number;
  /** What all of that counts for, the tasks without an estimate too. */
  readonly weight: number;
}

/** What one editor would get, and what they would then have in hand. */
export interface Share {
  readonly user_id: number;
  readonly task_ids: readonly number[];
  readonly minutes: number;
  readonly minutes_after: number;
  /** What that counts for, tasks without an estimate too: what ends about equal. */
  readonly weight_after: number;
  readonly open_after: number;
}

/**
 * Spreads tasks over editors so that everybody ends with about the same work in hand: the heaviest task first, each to
 * whoever of its workstream has the least then (fewest tasks, then the lower id, where that is equal). A task without an
 * estimate weighs too, but promises no minutes. `left` are tasks nobody here may edit. The same input always gives the same
 * answer.
 */
export function spreadByLoad(
  tasks: readonly TaskToSpread[],
  editors: readonly EditorLoad[],
): { shares: Share[]; left: number[] } {
  const places = editors.map((editor) => ({
    editor,
    task_ids: [] as number[],
    known: 0,
    weight: editor.weight,
    open: editor.open_tasks,
  }));
  type Place = (typeof places)[number];
  const before = (a: Place, b: Place) => a.weight - b.weight || a.open - b.open || a.editor.user_id - b.editor.user_id;
  const left: number[] = [];
  for (const task of tasks.toSorted((a, b) => b.weight - a.weight || a.task_id - b.task_id)) {
    const able = places.filter(
      ({ editor }) => editor.workstreams.includes(task.workstream) && !task.barred.includes(editor.user_id),
    );
    const first = able.toSorted(before)[0];
    if (!first) {
      left.push(task.task_id);
      continue;
    }
    first.task_ids.push(task.task_id);
    first.known += task.minutes ?? 0;
    first.weight += task.weight;
    first.open += 1;
  }
  const shares = places
    .filter(({ task_ids }) => task_ids.length > 0)
    .toSorted((a, b) => before(a, b))
    .map(({ editor, task_ids, known, weight, open }) => ({
      user_id: editor.user_id,
      task_ids: task_ids.toSorted((a, b) => a - b),
      minutes: known,
      minutes_after: editor.minutes + known,
      weight_after: weight,
      open_after: open,
    }));
  return { shares, left };
}
