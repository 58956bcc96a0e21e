import { addDays, dayOf, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import { workClock, type WorkClock } from '@darkroom/domain/forecast/work-clock';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '@darkroom/server/db/connect';
import { dueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { findHistory } from '../../demo/forecasts/forecasts.ts';
import { replay, type Played } from '../../demo/forecasts/replay.ts';
import { table } from '../tables.ts';
import { simulateBureau } from './simulated.ts';

/** Name of the measurement of forecasts, for `--only`. */
export const FORECASTS = 'forecasts judged';

/** Interval of the replay. The server forecasts every minute. */
const LOOK_MINUTES = 60;
/**
 * Days without a score: the first ones are for learning. Of the forecasts of the last days, only those of fast jobs
 * have a result.
 */
const TEACHING_DAYS = 10;
const LEFT_OUT_DAYS = 4;
const SIMULATED_DAYS = 50;
const SEEDS = [1, 2, 3] as const;
/** p80 holds if between these per cent of the jobs are done by it. */
const HOLDS = [75, 85] as const;

/**
 * Measures forecasts against results. The history of the large bureau tests the spread, because its tasks do not wait; simulated bureaus
 * test waves, queues, urgent work and faults.
 */
export async function scoreForecasts(db: Database): Promise<{ text: string; holds: boolean }> {
  const { calendar } = await dueDateRules(db);
  const clock = workClock(calendar);
  const today = dayOf(Date.now());
  const large = await findHistory(db, addDays(today, -31));
  const scores = [judged('the large bureau’s last month', large, clock, firstOpenDay(large))];
  for (const seed of SEEDS)
    scores.push(
      judged(
        `simulated queues, seed ${seed}`,
        simulateBureau(addDays(today, -SIMULATED_DAYS), SIMULATED_DAYS, clock, seed),
        clock,
        null,
      ),
    );
  const lines = scores.map(({ name, count, p50, p80, off }) => [
    name,
    String(count),
    p50.toFixed(1),
    p80.toFixed(1),
    String(off),
  ]);
  const holds = scores.every(({ p80 }) => p80 >= HOLDS[0] && p80 <= HOLDS[1]);
  const head = [FORECASTS, 'forecasts', 'done by p50, %', 'done by p80, %', 'off, working minutes (median)'];
  return {
    text: `${table(head, lines)}\n\np80 should hold ${HOLDS.join(' to ')} %: ${holds ? 'it does' : 'MISSED'}.`,
    holds,
  };
}

/**
 * Day of the first job that is never done. The open work of the large bureau never moves, so from that day on most jobs have no end to
 * compare with.
 */
function firstOpenDay({ tasks, moves }: Played): Day | null {
  const ended = new Map(moves.map(({ task_id, to_status }) => [task_id, to_status === TaskStatus.COMPLETED]));
  return tasks.reduce<Day | null>(
    (day, { task_id, job_date }) => (!ended.get(task_id) && (day === null || job_date < day) ? job_date : day),
    null,
  );
}

/** Scores of forecasts after the learning days, before the last days and before `until`. */
function judged(name: string, played: Played, clock: WorkClock, until: Day | null) {
  const first = dayOf(played.tasks.reduce((one, { created_at }) => (created_at < one ? created_at : one), '9'));
  const last = dayOf(played.moves.at(-1)?.at ?? startOfDay(first));
  const before = addDays(last, -LEFT_OUT_DAYS);
  const from = startOfDay(addDays(first, TEACHING_DAYS));
  const to = startOfDay(until !== null && until < before ? until : before);
  const of = replay(played, clock, LOOK_MINUTES).filter(({ made_at }) => made_at >= from && made_at < to);
  // A job that is still open at the end has missed each p80 before it. The few with a later p80 are not scored.
  const end = played.moves.at(-1)?.at ?? to;
  const known = of.flatMap(({ verdict, p80 }) =>
    verdict === 'outside hours' || (verdict === null && p80 >= end) ? [] : [{ verdict }],
  );
  const share = (part: 'inside_p50' | 'inside_p80') =>
    (100 * known.filter(({ verdict }) => verdict?.[part]).length) / Math.max(1, known.length);
  const offs = known
    .flatMap(({ verdict }) => (verdict ? [Math.abs(verdict.off_minutes)] : []))
    .toSorted((a, b) => a - b);
  return {
    name,
    count: known.length,
    p50: share('inside_p50'),
    p80: share('inside_p80'),
    off: offs[Math.floor(offs.length / 2)] ?? 0,
  };
}
