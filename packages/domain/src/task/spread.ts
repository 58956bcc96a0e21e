import type { Workstream } from '../customer/enums.ts';

/** A task to be assigned. */
export interface TaskToSpread {
  readonly task_id: number;
  readonly workstream: Workstream;
  /** Its estimate, or a default if it has none (decision 076). Never 0. */
  readonly minutes: number;
  /** Users who cannot edit it because of four eyes. */
  readonly barred: readonly number[];
}

/** An editor with their current work. */
export interface EditorLoad {
  readonly user_id: number;
  readonly workstreams: readonly Workstream[];
  readonly open_tasks: number;
  readonly minutes: number;
}

/** New tasks of an editor, and their work after the assignment. */
export interface Share {
  readonly user_id: number;
  readonly task_ids: readonly number[];
  readonly minutes: number;
  readonly minutes_after: number;
  readonly open_after: number;
}

/**
 * Divides tasks among editors so that all have about the same work. The longest task comes first, and goes to the editor of its
 * workstream with the least work (then fewest tasks, then the lower id). `left` are tasks without a possible editor. The result depends
 * only on the input.
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
