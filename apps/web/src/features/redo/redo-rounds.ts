import type { TaskEventRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** One rework of a task: sender, notes, faults of the rechecks, and end. */
export interface Round {
  readonly sent: TaskEventRow;
  /** Fault types that rechecks found, without repeats. */
  readonly fault_kinds: readonly string[];
  /** Completed, deleted, or null while it is open. */
  readonly ended: TaskEventRow | null;
}

const SENT: TaskAction = 'rework';
const ENDS: readonly string[] = ['complete', 'redo_delete'] satisfies (TaskAction | 'redo_delete')[];

/** Reworks in a task's history, oldest first. Steps that were undone are left out. */
export function roundsOf(events: readonly TaskEventRow[]): Round[] {
  const rounds: Round[] = [];
  for (const event of withoutUndone(events)) {
    if (event.action === SENT) rounds.push({ sent: event, fault_kinds: [], ended: null });
    const round = rounds.at(-1);
    if (!round || round.ended) continue;
    rounds[rounds.length - 1] = {
      ...round,
      fault_kinds: [...new Set([...round.fault_kinds, ...(event.fault_kinds ?? [])])],
      ended: ENDS.includes(event.action) ? event : null,
    };
  }
  return rounds;
}

/** Events that were not undone. Each `undo` cancels the last remaining step before it. */
function withoutUndone(events: readonly TaskEventRow[]): TaskEventRow[] {
  const stood: TaskEventRow[] = [];
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    if (event.action === 'undo') stood.pop();
    else stood.push(event);
  }
  return stood;
}
