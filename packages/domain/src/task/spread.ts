import type { Workstream } from '../customer/enums.ts';

/** A task that is to be handed to somebody. */
export interface TaskToSpread {
  readonly task_id: number;
  readonly workstream: Workstream;
  /** Its estimate, or what is assumed where it has none (decision 076). Never 0. */
  readonly minutes: number;
  /** Who may not edit it although they are editors: four eyes. */
  readonly barred: readonly number[];
}

/** An editor with the work they have in hand. */
export interface EditorLoad {
  readonly user_id: number;
  readonly workstreams: readonly Workstream[];
  readonly open_tasks: number;
  readonly minutes: number;
}

/** What one editor would get, and what they would then have in hand. */
export interface Share {
  readonly user_id: number;
  readonly task_ids: readonly number[];
  readonly minutes: number;
  readonly minutes_after: number;
  readonly open_after: number;
}

/**
 * Spreads tasks over editors so that everybody ends with about the same work in hand: the heaviest task first, each to
 * the editor of its workstream who has the least then (fewest tasks, then the lower id, where that is equal).
 * `left` are tasks nobody here may edit. The same input always gives the same
 * answer.
 */
export function spreadByLoad(
  tasks: readonly TaskToSpread[],
  editors: readonly EditorLoad[],
): { shares: Share[]; left: number[] } {
  const places = editors.map((editor) => ({
    editor,
    task_ids: [] as number[],
    given: 0,
    open: editor.open_tasks,
  }));
  type Place = (typeof places)[number];
  const after = ({ editor, given }: Place) => editor.minutes + given;
  const before = (a: Place, b: Place) => after(a) - after(b) || a.open - b.open || a.editor.user_id - b.editor.user_id;
  const left: number[] = [];
  for (const task of tasks.toSorted((a, b) => b.minutes - a.minutes || a.task_id - b.task_id)) {
    const able = places.filter(
      ({ editor }) => editor.workstreams.includes(task.workstream) && !task.barred.includes(editor.user_id),
    );
    const first = able.toSorted(before)[0];
    if (!first) {
      left.push(task.task_id);
      continue;
    }
    first.task_ids.push(task.task_id);
    first.given += task.minutes;
    first.open += 1;
  }
  const shares = places
    .filter(({ task_ids }) => task_ids.length > 0)
    .toSorted((a, b) => before(a, b))
    .map((place) => ({
      user_id: place.editor.user_id,
      task_ids: place.task_ids.toSorted((a, b) => a - b),
      minutes: place.given,
      minutes_after: after(place),
      open_after: place.open,
    }));
  return { shares, left };
}
