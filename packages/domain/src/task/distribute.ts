import type { Workstream } from '../customer/enums.ts';

export interface TaskToAssign {
  readonly task_id: number;
  readonly workstream: Workstream;
  /** Estimate of the task, or a default if there is none (decision 076). Never 0. */
  readonly minutes: number;
  /** Users who cannot edit it because of four eyes. */
  readonly excluded_users: readonly number[];
}

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
 * Divides tasks between editors so that all have about the same work. The longest task is first, and goes to the editor of its workstream
 * with the least work (then fewest tasks, then the lower id). `left` are tasks without a possible editor.
 */
export function distributeByLoad(
  tasks: readonly TaskToAssign[],
  editors: readonly EditorLoad[],
): { shares: Share[]; left: number[] } {
  const loads = editors.map((editor) => ({
    editor,
    task_ids: [] as number[],
    addedMinutes: 0,
    open: editor.open_tasks,
  }));
  type Load = (typeof loads)[number];
  const minutesAfter = ({ editor, addedMinutes }: Load) => editor.minutes + addedMinutes;
  const compareLoads = (a: Load, b: Load) =>
    minutesAfter(a) - minutesAfter(b) || a.open - b.open || a.editor.user_id - b.editor.user_id;
  const unassigned: number[] = [];
  for (const task of tasks.toSorted((a, b) => b.minutes - a.minutes || a.task_id - b.task_id)) {
    const candidates = loads.filter(
      ({ editor }) => editor.workstreams.includes(task.workstream) && !task.excluded_users.includes(editor.user_id),
    );
    const leastLoaded = candidates.toSorted(compareLoads)[0];
    if (!leastLoaded) {
      unassigned.push(task.task_id);
      continue;
    }
    leastLoaded.task_ids.push(task.task_id);
    leastLoaded.addedMinutes += task.minutes;
    leastLoaded.open += 1;
  }
  const shares = loads
    .filter(({ task_ids }) => task_ids.length > 0)
    .toSorted((a, b) => compareLoads(a, b))
    .map((position) => ({
      user_id: position.editor.user_id,
      task_ids: position.task_ids.toSorted((a, b) => a - b),
      minutes: position.addedMinutes,
      minutes_after: minutesAfter(position),
      open_after: position.open,
    }));
  return { shares, left: unassigned };
}
