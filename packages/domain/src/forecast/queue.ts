import type { Workstream } from '../customer/enums.ts';
import { STAGES, type Stage } from '../task/time-in-state.ts';
import type { TaskStatus } from '../task/status.ts';

/** Stage whose queue a task is in. Leaders complete the tasks that passed QC 2. */
export const QUEUE_OF: Record<Exclude<TaskStatus, 9>, Stage> = {
  1: 'editing',
  2: 'editing',
  3: 'editing',
  4: 'qc1',
  5: 'qc1',
  6: 'qc2',
  7: 'qc2',
  8: 'qc2',
  10: 'editing',
  11: 'editing',
  12: 'qc1',
  13: 'rework',
  14: 'rework',
};

export interface Waiting {
  readonly task_id: number;
  readonly status: TaskStatus;
  readonly workstream: Workstream;
  readonly urgent: boolean;
  /** Due date of the job, or null. */
  readonly due_at: string | null;
  readonly job_date: string;
}

export const queueKey = (workstream: Workstream, stage: Stage): string => `${workstream} ${stage}`;

/** Keys of all queues. */
export const queueKeys = (workstreams: readonly Workstream[]): string[] =>
  workstreams.flatMap((workstream) => STAGES.map((stage) => queueKey(workstream, stage)));

const inOrder = (one: Waiting, other: Waiting): number =>
  Number(other.urgent) - Number(one.urgent) ||
  dueMs(one) - dueMs(other) ||
  (one.job_date < other.job_date ? -1 : one.job_date > other.job_date ? 1 : one.task_id - other.task_id);
const dueMs = ({ due_at }: Waiting): number => (due_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(due_at));

export interface Place {
  readonly queue: string;
  /** Open tasks before it in the queue. */
  readonly ahead: number;
}

/** Number of open tasks before each task in its workstream and stage: Urgent first, then by due date, then by age. */
export function placesOf(open: readonly Waiting[]): { places: Map<number, Place>; lengths: Map<string, number> } {
  const places = new Map<number, Place>();
  const lengths = new Map<string, number>();
  for (const task of open.toSorted(inOrder)) {
    if (task.status === 9) continue;
    const queue = queueKey(task.workstream, QUEUE_OF[task.status]);
    const ahead = lengths.get(queue) ?? 0;
    places.set(task.task_id, { queue, ahead });
    lengths.set(queue, ahead + 1);
  }
  return { places, lengths };
}

/** Usual state of a queue, averaged over working time. */
export interface Usual {
  readonly length: number;
  readonly people: number;
}

/** Time constant of the usual state, in working minutes: a week of work. */
const WEEK = 2400;

/** Usual state after another observation, a number of working minutes after the last one. */
export function usualAfter(usual: Usual | undefined, now: Usual, minutes: number): Usual {
  if (usual === undefined) return now;
  const weight = Math.min(1, minutes / WEEK);
  const between = (was: number, is: number) => was + (is - was) * weight;
  return { length: between(usual.length, now.length), people: between(usual.people, now.people) };
}

/** Limit for an empty and for an overflowing queue. */
const MAX_PRESSURE = 4;

/**
 * Pressure of the queue on a task, per person at work and relative to the usual state: 1 is usual, 2 is twice as full. Half of it is the
 * task's own place, doubled because the average is the middle, and half the whole queue, because people do not keep strictly to the
 * order.
 */
export function pressureOf(place: Place, length: number, people: number, usual: Usual | undefined): number {
  if (usual === undefined || usual.length < 1) return 1;
  const before = (2 * place.ahead + length) / 2;
  const now = (before + 1) / Math.max(1, people);
  const ever = (usual.length + 1) / Math.max(1, usual.people);
  return Math.min(MAX_PRESSURE, Math.max(1 / MAX_PRESSURE, now / ever));
}
