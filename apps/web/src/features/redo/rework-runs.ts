import type { TaskStepRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** One rework of a task: sender, notes, faults of the rechecks, and end. */
export interface ReworkRun {
  readonly sent: TaskStepRow;
  /** Fault types that rechecks found, without repeats. */
  readonly fault_kinds: readonly string[];
  /** Completed, deleted, or null while it is open. */
  readonly ended: TaskStepRow | null;
}

const SEND_ACTION: TaskAction = 'rework';
const END_ACTIONS: readonly string[] = ['complete', 'redo_delete'] satisfies (TaskAction | 'redo_delete')[];

/** Returns the reworks in a task's history, oldest first. Steps that were undone are left out. */
export function toReworkRuns(events: readonly TaskStepRow[]): ReworkRun[] {
  const runs: ReworkRun[] = [];
  for (const event of removeUndone(events)) {
    if (event.action === SEND_ACTION) runs.push({ sent: event, fault_kinds: [], ended: null });
    const run = runs.at(-1);
    if (!run || run.ended) continue;
    runs[runs.length - 1] = {
      ...run,
      fault_kinds: [...new Set([...run.fault_kinds, ...(event.fault_kinds ?? [])])],
      ended: END_ACTIONS.includes(event.action) ? event : null,
    };
  }
  return runs;
}

/** Removes undone events. Each `undo` cancels the last remaining step before it. */
function removeUndone(events: readonly TaskStepRow[]): TaskStepRow[] {
  const remainingEvents: TaskStepRow[] = [];
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    if (event.action === 'undo') remainingEvents.pop();
    else remainingEvents.push(event);
  }
  return remainingEvents;
}
