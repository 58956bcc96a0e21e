import type { Instant } from '../calendar/day.ts';
import { TaskStatus } from '../task/status.ts';

/**
 * Reason in each status: the next step, or the person at work (decision 127). Work that a customer sent to rework counts as rework for
 * any person.
 */
export const LATE_REASONS = [
  'editor_pool',
  'editor',
  'editing',
  'qc_pool',
  'checking',
  'faults',
  'leader',
  'rework',
] as const;
export type LateReason = (typeof LATE_REASONS)[number];

export const REASON_BY_STATUS: Record<Exclude<TaskStatus, 9>, LateReason> = {
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

/** Number of statuses before completion. Place n of the minutes is status n + 1. */
const STATUS_COUNT = 14;

/** Returns the working minutes of a task in each status until its last completion, from its history. */
export function minutesByStatus(
  created_at: Instant,
  moves: readonly { readonly at: Instant; readonly to_status: TaskStatus }[],
  between: (from: Instant, to: Instant) => number,
): number[] {
  const minutes = Array.from({ length: STATUS_COUNT }, () => 0);
  let since = created_at;
  let status: TaskStatus = TaskStatus.TO_DO;
  for (const move of moves) {
    if (status !== TaskStatus.COMPLETED) minutes[status - 1]! += between(since, move.at);
    since = move.at;
    status = move.to_status;
  }
  return minutes.map(Math.round);
}

/** Finds the reason with the most minutes, or null if the times are unknown. */
export function findMainReason(minutes: readonly number[]): LateReason | null {
  const sums = new Map<LateReason, number>();
  for (const [index, n] of minutes.entries()) {
    const status = (index + 1) as TaskStatus;
    if (status === TaskStatus.COMPLETED || n <= 0) continue;
    const reason = REASON_BY_STATUS[status];
    sums.set(reason, (sums.get(reason) ?? 0) + n);
  }
  const [first] = [...sums].toSorted(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}

interface LateCounts {
  readonly completed: number;
  readonly on_time: number;
  readonly reasons: readonly { readonly reason: LateReason; readonly jobs: number }[];
}

/** Sorts reasons of late jobs (decision 127), most frequent first. Jobs without a known reason are last, so that the sum is complete. */
export function sortLateReasons({
  completed,
  on_time,
  reasons,
}: LateCounts): { reason: LateReason | 'unknown'; jobs: number }[] {
  const known = reasons.filter(({ jobs }) => jobs > 0).toSorted((a, b) => b.jobs - a.jobs);
  const unknown = completed - on_time - known.reduce((sum, { jobs }) => sum + jobs, 0);
  return unknown > 0 ? [...known, { reason: 'unknown', jobs: unknown }] : known;
}
