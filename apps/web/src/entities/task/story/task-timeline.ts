import type { TaskEventRow } from '@darkroom/contract/task/task';
import type { TaskStatus } from '@darkroom/domain/task/status';

/** One line of a task's history: the event, and the time in its status. */
export interface Stay {
  readonly event: TaskEventRow;
  /** True if the event entered a status. A counted quantity or a note does not. */
  readonly enters: boolean;
  /** Time in the status entered here, in milliseconds. Null for events that entered none. */
  readonly ms: number | null;
  readonly running: boolean;
}

/** History with the time in each status, oldest first. Time does not run on after a completed status. */
export function stays(events: readonly TaskEventRow[], now: number, final: readonly TaskStatus[]): Stay[] {
  const sorted = [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
  const enters = sorted.map((event) => event.from_status !== event.to_status);
  return sorted.map((event, i) => {
    if (!enters[i]) return { event, enters: false, ms: null, running: false };
    const next = sorted.findIndex((_, j) => j > i && enters[j]);
    const until = next === -1 ? null : sorted[next];
    if (until) return { event, enters: true, ms: Date.parse(until.at) - Date.parse(event.at), running: false };
    if (final.includes(event.to_status)) return { event, enters: true, ms: null, running: false };
    return { event, enters: true, ms: Math.max(0, now - Date.parse(event.at)), running: true };
  });
}

/** Events that were not undone. An undone step stays in the history and has no effect. */
export function standing(events: readonly TaskEventRow[]): TaskEventRow[] {
  const kept: TaskEventRow[] = [];
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    if (event.action !== 'undo') kept.push(event);
    else {
      // An undo can revert several steps: back to the status that it returned to.
      let last = kept.pop();
      while (last && last.from_status !== event.to_status) last = kept.pop();
    }
  }
  return kept;
}

/** Finds the editor's last note at submission, which the next check needs first. */
export const assignedBy = (events: readonly TaskEventRow[]): TaskEventRow | null =>
  standing(events)
    .filter((event) => (event.action === 'done' || event.action === 'resolve') && event.note?.trim())
    .sort((a, b) => b.id - a.id)[0] ?? null;

/** Finds faults, newest first, optionally since a time. The editor fixed them, and the next check looks at them again. */
export const faultsFound = (events: readonly TaskEventRow[], since: string | null = null): TaskEventRow[] =>
  standing(events)
    .filter((event) => (event.fault_kinds?.length ?? 0) > 0)
    .filter(({ at }) => since === null || Date.parse(at) >= Date.parse(since))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
