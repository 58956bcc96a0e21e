import type { Instant } from '../calendar/day.ts';
import type { TaskStatus } from '../task/status.ts';
import {
  combineCurves,
  minutesAtProbability,
  probabilityAt,
  completionCurve,
  getTypicalRange,
  type ForecastBasis,
  type OpenTaskTimes,
} from './finish.ts';
import { sizeOf, type SimilarWork, type WorkKind } from './similar-work.ts';
import { calculatePressure, type QueuePosition, type QueueState } from './queue.ts';
import { estimateQueueDelay, calibrateShare, addOutcome, type Tuning } from './tuning.ts';
import type { WorkClock } from './work-clock.ts';

/** An open task of a job with a forecast. */
export interface OpenTaskState {
  readonly task_id: number;
  readonly status: TaskStatus;
  readonly kind: WorkKind;
  readonly pieces: number;
  readonly status_since: Instant;
  readonly position: QueuePosition;
}

/** Data that all forecasts of one run use. */
export interface ForecastContext {
  readonly similarWork: SimilarWork;
  readonly tuning: Tuning;
  readonly lengths: ReadonlyMap<string, number>;
  readonly people: ReadonlyMap<string, number>;
  readonly typicalQueues: ReadonlyMap<string, QueueState>;
  readonly clock: WorkClock;
}

export interface Forecast {
  readonly calculated_at: Instant;
  /** Instants before which the job is completed with a probability of a half and of four fifths. */
  readonly p50: Instant;
  readonly p80: Instant;
  readonly service_cat2_id: number;
  readonly basis: ForecastBasis;
  /**
   * Data to evaluate the forecast later: the spread in classes of working minutes, the logarithm of the pressure, and
   * p50 without the queue.
   */
  readonly curve: readonly number[];
  readonly pressure: number;
  readonly base_minutes: number;
}

/** Calculates the forecast of a job with these open tasks (decision 126): the completion of the last of them. */
export function forecastJob(tasks: readonly OpenTaskState[], context: ForecastContext, now: Instant): Forecast {
  const { similarWork, tuning, clock } = context;
  const delay = estimateQueueDelay(tuning);
  const ends = tasks.map((task) => {
    const similarTimes = similarWork.findTimes(task.kind, sizeOf(task.pieces), task.status);
    const length = context.lengths.get(task.position.queue) ?? 0;
    const people = context.people.get(task.position.queue) ?? 0;
    const pressure = calculatePressure(task.position, length, people, context.typicalQueues.get(task.position.queue));
    const elapsed = clock.between(task.status_since, now);
    const end: OpenTaskTimes = { task_id: task.task_id, times: similarTimes.times, elapsed, factor: pressure ** delay };
    const curve = completionCurve(end);
    return { task, asked: similarTimes, pressure, people, end, curve, middle: minutesAtProbability(curve, 0.5) };
  });
  const last = ends.reduce((one, other) => (other.middle > one.middle ? other : one));
  const jobCurve = combineCurves(ends.map(({ curve }) => curve));
  const base = delay === 0 ? jobCurve : combineCurves(ends.map(({ end }) => completionCurve({ ...end, factor: 1 })));
  const [from_minutes, to_minutes] = getTypicalRange(last.asked.times);
  const p50 = minutesAtProbability(jobCurve, calibrateShare(tuning, 0.5));
  const p80 = minutesAtProbability(jobCurve, calibrateShare(tuning, 0.8));
  return {
    calculated_at: now,
    p50: clock.after(now, p50),
    p80: clock.after(now, Math.max(p50, p80)),
    service_cat2_id: last.task.kind.service_cat2_id,
    basis: {
      task_id: last.task.task_id,
      similarity: last.asked.similarity,
      sample_size: last.asked.sample_size,
      from_minutes: Math.round(from_minutes),
      to_minutes: Math.round(to_minutes),
      elapsed_minutes: Math.round(last.end.elapsed),
      ahead: last.task.position.ahead,
      people: last.people,
      open: tasks.length,
    },
    curve: jobCurve,
    pressure: Math.log(last.pressure),
    base_minutes: minutesAtProbability(base, 0.5),
  };
}

/** Minimum change that counts as news: a share of the remaining time, and a number of working minutes. */
const NEWS_SHARE = 0.1;
const NEWS_MINUTES = 20;

type ForecastTimes = Pick<Forecast, 'p50' | 'p80'>;

/** True if a forecast differs enough from the saved forecast. */
export function hasForecastChanged(
  saved: ForecastTimes & { readonly at_risk: boolean },
  forecast: Forecast,
  at_risk: boolean,
  { between }: WorkClock,
): boolean {
  if (saved.at_risk !== at_risk) return true;
  const distance = (one: Instant, other: Instant) => between(one, other) + between(other, one);
  const threshold = Math.max(NEWS_MINUTES, NEWS_SHARE * between(forecast.calculated_at, forecast.p80));
  return distance(saved.p50, forecast.p50) >= threshold || distance(saved.p80, forecast.p80) >= threshold;
}

/** True if the job is probably completed after the due date (p80 after due). Late jobs are not included. */
export const isAtRisk = ({ p80 }: Pick<Forecast, 'p80'>, due_at: Instant | null): boolean =>
  due_at !== null && Date.parse(p80) > Date.parse(due_at);

/** Accuracy of a forecast. Forecasts name working time, so a completion is on time when no working time has passed after the forecast. */
export interface ForecastAccuracy {
  readonly inside_p50: boolean;
  readonly inside_p80: boolean;
  /** Working minutes after p50, negative if before. */
  readonly error_minutes: number;
}

export type ScorableForecast = Pick<Forecast, 'calculated_at' | 'p50' | 'p80' | 'curve' | 'pressure' | 'base_minutes'>;

/** Calculates the accuracy of a forecast. Null if the completion is outside the bureau's hours, which takes no working time. */
export function scoreForecast(
  forecast: ScorableForecast,
  completed_at: Instant,
  { between, isWorkTime }: WorkClock,
): ForecastAccuracy | null {
  if (!isWorkTime(completed_at)) return null;
  return {
    inside_p50: between(forecast.p50, completed_at) === 0,
    inside_p80: between(forecast.p80, completed_at) === 0,
    error_minutes: Math.round(between(forecast.p50, completed_at) - between(completed_at, forecast.p50)),
  };
}

/** Updates the tuning after a completion whose accuracy is known. */
export function updateTuning(
  tuning: Tuning,
  forecast: ScorableForecast,
  completed_at: Instant,
  { between }: WorkClock,
): Tuning {
  const actualMinutes = Math.max(1, between(forecast.calculated_at, completed_at));
  return addOutcome(tuning, {
    pressure: forecast.pressure,
    longer: Math.log(actualMinutes / Math.max(1, forecast.base_minutes)),
    part: probabilityAt(forecast.curve, actualMinutes),
  });
}
