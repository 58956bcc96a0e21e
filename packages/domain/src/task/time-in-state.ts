import type { Instant } from '../calendar/day.ts';
import type { TaskStatus } from './status.ts';

/** Stages of the work, by which time is measured. */
export const TIME_STAGES = ['editing', 'qc1', 'qc2', 'rework'] as const;
export type TimeStage = (typeof TIME_STAGES)[number];

/** Milliseconds of work and of waiting per stage. */
export type TimeInState = Record<TimeStage, { working: number; waiting: number }>;

/** Stage of each status. `working` is true if the status is work. Completed has none. */
const TIME_STAGE_BY_STATUS: Record<TaskStatus, { stage: TimeStage; working: boolean } | null> = {
  1: { stage: 'editing', working: false },
  2: { stage: 'editing', working: false },
  3: { stage: 'editing', working: true },
  4: { stage: 'qc1', working: false },
  5: { stage: 'qc1', working: true },
  6: { stage: 'qc2', working: false },
  7: { stage: 'qc2', working: true },
  8: { stage: 'qc2', working: false },
  9: null,
  10: { stage: 'editing', working: true },
  11: { stage: 'editing', working: true },
  12: { stage: 'qc1', working: false },
  13: { stage: 'rework', working: true },
  14: { stage: 'rework', working: false },
};

/** True if a status is work and not waiting. */
export const isWorkStatus = (status: TaskStatus): boolean => TIME_STAGE_BY_STATUS[status]?.working ?? false;

export const zeroTimes = (): TimeInState => ({
  editing: { working: 0, waiting: 0 },
  qc1: { working: 0, waiting: 0 },
  qc2: { working: 0, waiting: 0 },
  rework: { working: 0, waiting: 0 },
});

/**
 * Measures the time of work and of waiting per stage, from the history of a task, in milliseconds. It starts at `created_at`, each move
 * ends the previous status, and the current status lasts until `now`.
 */
export function measureTimeInState(
  created_at: Instant,
  moves: readonly { readonly at: Instant; readonly from_status: TaskStatus | null; readonly to_status: TaskStatus }[],
  now: Instant,
): TimeInState {
  const time = zeroTimes();
  let since = Date.parse(created_at);
  let status: TaskStatus = 1;
  const addTimeUntil = (until: number) => {
    const part = TIME_STAGE_BY_STATUS[status];
    if (part) time[part.stage][part.working ? 'working' : 'waiting'] += Math.max(0, until - since);
  };
  for (const move of moves) {
    const at = Date.parse(move.at);
    addTimeUntil(at);
    since = at;
    status = move.to_status;
  }
  addTimeUntil(Date.parse(now));
  return time;
}

export function sumTimes(times: readonly TimeInState[]): TimeInState {
  const sum = zeroTimes();
  for (const time of times) {
    for (const stage of TIME_STAGES) {
      sum[stage].working += time[stage].working;
      sum[stage].waiting += time[stage].waiting;
    }
  }
  return sum;
}
