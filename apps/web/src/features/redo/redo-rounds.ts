import type { TaskEventRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** One time a task came back: who sent it and why, what the rechecks found, and how it ended. */
export interface Round {
  readonly sent: TaskEventRow;
  /** Kinds of fault that rechecks found, each once. */
  readonly fault_kinds: readonly string[];
  /** Completed, taken back, or null while it goes on. */
  readonly ended: TaskEventRow | null;
}

const SENT: TaskAction = 'rework';
const ENDS: readonly string[] = ['complete', 'redo_delete'] satisfies (TaskAction | 'redo_delete')[];

/** A task's history as the times it came back, oldest first. A step that was taken back at once did not happen. */
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

/** Each `undo` cancels the last move before it that still stood. */
function withoutUndone(events: readonly TaskEventRow[]): TaskEventRow[] {
  const stood: TaskEventRow[] = [];
  for (const event of [...events].sort((a, b) => a.id - b.id)) {
    if (event.action === 'undo') stood.pop();
    else stood.push(event);
  }
  return stood;
}
