import type { Workstream } from '../customer/enums.ts';
import { TIME_STAGES, type TimeStage } from '../task/time-in-state.ts';
import type { TaskStatus } from '../task/status.ts';

/** Stage whose queue a task is in. Leaders complete the tasks that passed QC 2. */
export const QUEUE_STAGE_BY_STATUS: Record<Exclude<TaskStatus, 9>, TimeStage> = {
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

export interface QueuedTask {
  readonly task_id: number;
  readonly status: TaskStatus;
  readonly workstream: Workstream;
  readonly urgent: boolean;
  /** Due date of the job, or null. */
  readonly due_at: string | null;
  readonly job_date: string;
}

export const queueKey = (workstream: Workstream, stage: TimeStage): string => `${workstream} ${stage}`;

export const queueKeys = (workstreams: readonly Workstream[]): string[] =>
  workstreams.flatMap((workstream) => TIME_STAGES.map((stage) => queueKey(workstream, stage)));

const compareInQueue = (one: QueuedTask, other: QueuedTask): number =>
  Number(other.urgent) - Number(one.urgent) ||
  dueMs(one) - dueMs(other) ||
  (one.job_date < other.job_date ? -1 : one.job_date > other.job_date ? 1 : one.task_id - other.task_id);
const dueMs = ({ due_at }: QueuedTask): number => (due_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(due_at));

export interface QueuePosition {
  readonly queue: string;
  /** Open tasks before it in the queue. */
  readonly ahead: number;
}

/** Counts the open tasks before each task in its workstream and stage: Urgent first, then by due date, then by age. */
export function calculateQueuePositions(open: readonly QueuedTask[]): {
  places: Map<number, QueuePosition>;
  lengths: Map<string, number>;
} {
  const places = new Map<number, QueuePosition>();
  const lengths = new Map<string, number>();
  for (const task of open.toSorted(compareInQueue)) {
    if (task.status === 9) continue;
    const queue = queueKey(task.workstream, QUEUE_STAGE_BY_STATUS[task.status]);
    const ahead = lengths.get(queue) ?? 0;
    places.set(task.task_id, { queue, ahead });
    lengths.set(queue, ahead + 1);
  }
  return { places, lengths };
}

/** Usual state of a queue, averaged over working time. */
export interface QueueState {
  readonly length: number;
  readonly people: number;
}

/** Time constant of the usual state, in working minutes: a week of work. */
const WEEK_MINUTES = 2400;

/** Calculates the usual state after another observation, a number of working minutes after the previous observation. */
export function averageQueueState(typical: QueueState | undefined, now: QueueState, minutes: number): QueueState {
  if (typical === undefined) return now;
  const weight = Math.min(1, minutes / WEEK_MINUTES);
  const interpolate = (was: number, is: number) => was + (is - was) * weight;
  return { length: interpolate(typical.length, now.length), people: interpolate(typical.people, now.people) };
}

/** Limit for an empty and for an overflowing queue. */
const MAX_PRESSURE = 4;

/**
 * Calculates the pressure of the queue on a task, per person at work. 1 is the usual state, 2 is twice as full. Half is the task's own
 * position, doubled because the average is the middle. The other half is the whole queue, because people do not strictly follow the order.
 */
export function calculatePressure(
  position: QueuePosition,
  length: number,
  people: number,
  typical: QueueState | undefined,
): number {
  if (typical === undefined || typical.length < 1) return 1;
  const before = (2 * position.ahead + length) / 2;
  const now = (before + 1) / Math.max(1, people);
  const typicalPerPerson = (typical.length + 1) / Math.max(1, typical.people);
  return Math.min(MAX_PRESSURE, Math.max(1 / MAX_PRESSURE, now / typicalPerPerson));
}
