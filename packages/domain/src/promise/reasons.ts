import type { Instant } from '../calendar/day.ts';
import { TaskStatus } from '../task/status.ts';

/**
 * What a task waits for, or who is at it, in each status: the reasons of what was late (decision 127). What is resolved waits for its
 * checker; what a customer sent back is rework, whoever mends it.
 */
export const REASONS = [
  'editor_pool',
  'editor',
  'editing',
  'qc_pool',
  'checking',
  'faults',
  'leader',
  'rework',
] as const;
export type Reason = (typeof REASONS)[number];

export const REASON_OF: Record<Exclude<TaskStatus, 9>, Reason> = {
  1: 'editor_pool',
  2: 'editor',
  3: 'editing',
  4: 'qc_pool',
  5: 'checking',
  6: 'qc_pool',
  7: 'checking',
  8: 'leader',
  10: 'faults',
  11: 'faults',
  12: 'qc_pool',
  13: 'rework',
  14: 'rework',
};

/** Statuses in which time passes before the end, as minutes by state are kept: place n is status n + 1; of Completed there is none. */
const STATUSES = 14;

/** Working minutes a task spent in each status until it was completed last, from its history. */
export function minutesByStatus(
  created_at: Instant,
  moves: readonly { readonly at: Instant; readonly to_status: TaskStatus }[],
  between: (from: Instant, to: Instant) => number,
): number[] {
  const minutes = Array.from({ length: STATUSES }, () => 0);
  let since = created_at;
  let status: TaskStatus = TaskStatus.TO_DO;
  for (const move of moves) {
    if (status !== TaskStatus.COMPLETED) minutes[status - 1]! += between(since, move.at);
    since = move.at;
    status = move.to_status;
  }
  return minutes.map(Math.round);
}

/** What it waited for longest; null where nothing is known of its time. */
export function mainReason(minutes: readonly number[]): Reason | null {
  const sums = new Map<Reason, number>();
  for (const [at, n] of minutes.entries()) {
    const status = (at + 1) as TaskStatus;
    if (status === TaskStatus.COMPLETED || n <= 0) continue;
    const reason = REASON_OF[status];
    sums.set(reason, (sums.get(reason) ?? 0) + n);
  }
  const [first] = [...sums].toSorted(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}

interface LateCounts {
  readonly completed: number;
  readonly kept: number;
  readonly reasons: readonly { readonly reason: Reason; readonly jobs: number }[];
}

/**
 * What late jobs waited for (decision 127), the most frequent first. Those of which nothing is known come last, so that the known ones do not
 * read as all of them.
 */
export function reasonsTold({ completed, kept, reasons }: LateCounts): { reason: Reason | 'unknown'; jobs: number }[] {
  const known = reasons.filter(({ jobs }) => jobs > 0).toSorted((one, other) => other.jobs - one.jobs);
  const unknown = completed - kept - known.reduce((sum, { jobs }) => sum + jobs, 0);
  return unknown > 0 ? [...known, { reason: 'unknown', jobs: unknown }] : known;
}
