import type { TaskEventRow } from '@darkroom/contract/task/task';
import type { TaskStatus } from '@darkroom/domain/task/status';

/** One line of a task's history: what happened, and how long the task then stayed in that status. */
export interface Stay {
  readonly event: TaskEventRow;
  /** It entered a status here (a counted quantity or a note does not). */
  readonly enters: boolean;
  /** Time spent in the status entered here; null for events that entered none. Still running for the last one. */
  readonly ms: number | null;
  readonly running: boolean;
}

/** The history with the time each status took, oldest first, as of `now`. A completed task's last stay does not run on. */
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

/** What still holds of a history: a move that was taken back is told there, but nothing follows from it. */
export function standing(events: readonly TaskEventRow[]): TaskEventRow[] {
  const kept: TaskEventRow[] = [];
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    if (event.action !== 'undo') kept.push(event);
    else {
      // An undo may take several moves back in one: as far as where it returned to.
      let last = kept.pop();
      while (last && last.from_status !== event.to_status) last = kept.pop();
    }
  }
  return kept;
}

/** What the editor last said when handing the work on: the first thing a check wants to know. */
export const assignedBy = (events: readonly TaskEventRow[]): TaskEventRow | null =>
  standing(events)
    .filter((event) => (event.action === 'done' || event.action === 'resolve') && event.note?.trim())
    .sort((a, b) => b.id - a.id)[0] ?? null;

/** The faults found so far, or since a moment, newest first: what is mended, and what the next check looks at again. */
export const faultsFound = (events: readonly TaskEventRow[], since: string | null = null): TaskEventRow[] =>
  standing(events)
    .filter((event) => (event.fault_kinds?.length ?? 0) > 0)
    .filter(({ at }) => since === null || Date.parse(at) >= Date.parse(since))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
