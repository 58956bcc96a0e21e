import type { Instant } from '../calendar/day.ts';
import type { TaskStatus } from '../task/status.ts';
import { lastOf, minutesFor, partAt, taskDoneWithin, usualRange, type ForecastBasis, type OpenEnd } from './finish.ts';
import { sizeOf, type SimilarWork, type WorkKind } from './similar-work.ts';
import { pressureOf, type Place, type Usual } from './queue.ts';
import { delayOfQueue, partFor, tunedBy, type Tuning } from './tuning.ts';
import type { WorkClock } from './work-clock.ts';

/** An open task of a job with a forecast. */
export interface OpenTask {
  readonly task_id: number;
  readonly status: TaskStatus;
  readonly kind: WorkKind;
  readonly pieces: number;
  readonly status_since: Instant;
  readonly place: Place;
}

/** Data that all forecasts of one round use. */
export interface Known {
  readonly like: SimilarWork;
  readonly tuning: Tuning;
  readonly lengths: ReadonlyMap<string, number>;
  readonly people: ReadonlyMap<string, number>;
  readonly usual: ReadonlyMap<string, Usual>;
  readonly clock: WorkClock;
}

export interface Forecast {
  readonly made_at: Instant;
  /** Instants before which the job is completed with a probability of a half and of four fifths. */
  readonly p50: Instant;
  readonly p80: Instant;
  readonly service_cat2_id: number;
  readonly basis: ForecastBasis;
  /**
   * Data to evaluate the forecast later: the spread in classes of working minutes, the logarithm of the pressure, and
   * p50 without the queue.
   */
  readonly within: readonly number[];
  readonly pressure: number;
  readonly base_minutes: number;
}

/** Forecast of a job with these open tasks (decision 126): the completion of the last of them. */
export function forecastJob(tasks: readonly OpenTask[], known: Known, now: Instant): Forecast {
  const { like, tuning, clock } = known;
  const delay = delayOfQueue(tuning);
  const ends = tasks.map((task) => {
    const asked = like.ask(task.kind, sizeOf(task.pieces), task.status);
    const length = known.lengths.get(task.place.queue) ?? 0;
    const people = known.people.get(task.place.queue) ?? 0;
    const pressure = pressureOf(task.place, length, people, known.usual.get(task.place.queue));
    const elapsed = clock.between(task.status_since, now);
    const end: OpenEnd = { task_id: task.task_id, times: asked.times, elapsed, factor: pressure ** delay };
    const within = taskDoneWithin(end);
    return { task, asked, pressure, people, end, within, middle: minutesFor(within, 0.5) };
  });
  const last = ends.reduce((one, other) => (other.middle > one.middle ? other : one));
  const within = lastOf(ends.map(({ within: own }) => own));
  const base = delay === 0 ? within : lastOf(ends.map(({ end }) => taskDoneWithin({ ...end, factor: 1 })));
  const [from_minutes, to_minutes] = usualRange(last.asked.times);
  const p50 = minutesFor(within, partFor(tuning, 0.5));
  const p80 = minutesFor(within, partFor(tuning, 0.8));
  return {
    made_at: now,
    p50: clock.after(now, p50),
    p80: clock.after(now, Math.max(p50, p80)),
    service_cat2_id: last.task.kind.service_cat2_id,
    basis: {
      task_id: last.task.task_id,
      likeness: last.asked.likeness,
      seen: last.asked.seen,
      from_minutes: Math.round(from_minutes),
      to_minutes: Math.round(to_minutes),
      elapsed_minutes: Math.round(last.end.elapsed),
      ahead: last.task.place.ahead,
      people: last.people,
      open: tasks.length,
    },
    within,
    pressure: Math.log(last.pressure),
    base_minutes: minutesFor(base, 0.5),
  };
}

/** Minimum change that counts as news: a share of the remaining time, and a number of working minutes. */
const NEWS_SHARE = 0.1;
const NEWS_MINUTES = 20;

type Named = Pick<Forecast, 'p50' | 'p80'>;

/** Whether a forecast differs enough from the saved one. */
export function isNewForecast(
  kept: Named & { readonly at_risk: boolean },
  made: Forecast,
  at_risk: boolean,
  { between }: WorkClock,
): boolean {
  if (kept.at_risk !== at_risk) return true;
  const off = (one: Instant, other: Instant) => between(one, other) + between(other, one);
  const least = Math.max(NEWS_MINUTES, NEWS_SHARE * between(made.made_at, made.p80));
  return off(kept.p50, made.p50) >= least || off(kept.p80, made.p80) >= least;
}

/** At risk: probably completed after the due date (p80 after due). Late jobs are not included. */
export const isAtRisk = ({ p80 }: Pick<Forecast, 'p80'>, due_at: Instant | null): boolean =>
  due_at !== null && Date.parse(p80) > Date.parse(due_at);

/** Accuracy of a forecast. Forecasts name working time, so a completion is on time when no working time has passed after the forecast. */
export interface Verdict {
  readonly inside_p50: boolean;
  readonly inside_p80: boolean;
  /** Working minutes after p50, negative if before. */
  readonly off_minutes: number;
}

export type ScorableForecast = Pick<Forecast, 'made_at' | 'p50' | 'p80' | 'within' | 'pressure' | 'base_minutes'>;

/** Accuracy of a forecast. Null for a completion outside the bureau's hours, which takes no working time. */
export function judge(made: ScorableForecast, completed_at: Instant, { between, tells }: WorkClock): Verdict | null {
  if (!tells(completed_at)) return null;
  return {
    inside_p50: between(made.p50, completed_at) === 0,
    inside_p80: between(made.p80, completed_at) === 0,
    off_minutes: Math.round(between(made.p50, completed_at) - between(completed_at, made.p50)),
  };
}

/** Tuning after a completion whose accuracy is known. */
export function learnFrom(
  tuning: Tuning,
  made: ScorableForecast,
  completed_at: Instant,
  { between }: WorkClock,
): Tuning {
  const took = Math.max(1, between(made.made_at, completed_at));
  return tunedBy(tuning, {
    pressure: made.pressure,
    longer: Math.log(took / Math.max(1, made.base_minutes)),
    part: partAt(made.within, took),
  });
}
