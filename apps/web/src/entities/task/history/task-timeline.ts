import type { TaskStepRow } from '@darkroom/contract/task/task';
import type { TaskStatus } from '@darkroom/domain/task/status';

/** One line of a task's history: the event, and the time in its status. */
export interface StatusPeriod {
  readonly event: TaskStepRow;
  /** True if the event entered a status. A counted quantity or a note does not. */
  readonly entersStatus: boolean;
  /** Time in the status entered here, in milliseconds. Null if the event entered no status. */
  readonly ms: number | null;
  readonly isRunning: boolean;
}

/** Returns the history with the time in each status, oldest first. A completed status ends the time. */
export function toStatusPeriods(
  events: readonly TaskStepRow[],
  now: number,
  final: readonly TaskStatus[],
): StatusPeriod[] {
  const sorted = [...events].sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
  const isEntry = sorted.map((event) => event.from_status !== event.to_status);
  return sorted.map((event, i) => {
    if (!isEntry[i]) return { event, entersStatus: false, ms: null, isRunning: false };
    const next = sorted.findIndex((_, j) => j > i && isEntry[j]);
    const nextEvent = next === -1 ? null : sorted[next];
    if (nextEvent)
      return { event, entersStatus: true, ms: Date.parse(nextEvent.at) - Date.parse(event.at), isRunning: false };
    if (final.includes(event.to_status)) return { event, entersStatus: true, ms: null, isRunning: false };
    return { event, entersStatus: true, ms: Math.max(0, now - Date.parse(event.at)), isRunning: true };
  });
}

/** Finds the events that were not undone. An undone step stays in the history and has no effect. */
export function findValidEvents(events: readonly TaskStepRow[]): TaskStepRow[] {
  const validEvents: TaskStepRow[] = [];
  for (const event of events.toSorted((a, b) => a.id - b.id)) {
    if (event.action !== 'undo') validEvents.push(event);
    else {
      // An undo can revert several steps: back to the status that it returned to.
      let last = validEvents.pop();
      while (last && last.from_status !== event.to_status) last = validEvents.pop();
    }
  }
  return validEvents;
}

/** Finds the editor's last note at submission, which the next check needs first. */
export const findSubmissionNote = (events: readonly TaskStepRow[]): TaskStepRow | null =>
  findValidEvents(events)
    .filter((event) => (event.action === 'done' || event.action === 'resolve') && event.note?.trim())
    .sort((a, b) => b.id - a.id)[0] ?? null;

/** Finds faults, newest first, optionally since a time. The editor fixed them, and the next check looks at them again. */
export const findFaults = (events: readonly TaskStepRow[], since: string | null = null): TaskStepRow[] =>
  findValidEvents(events)
    .filter((event) => (event.fault_kinds?.length ?? 0) > 0)
    .filter(({ at }) => since === null || Date.parse(at) >= Date.parse(since))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
