import { addDays, dayOf, startOfDay, type Day } from '@darkroom/domain/calendar/day';
import { createWorkClock, type WorkClock } from '@darkroom/domain/forecast/work-clock';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '@darkroom/server/db/connect';
import { readDueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { findHistory } from '../../demo/forecasts/forecasts.ts';
import { replay, type ReplayHistory } from '../../demo/forecasts/replay.ts';
import { formatTable } from '../tables.ts';
import { simulateBureau } from './simulated.ts';

/** Name of the measurement of forecasts, for `--only`. */
export const FORECASTS_TITLE = 'forecasts scored';

/** Interval of the replay. The server forecasts every minute. */
const INTERVAL_MINUTES = 60;
/** Days without a score at the start, for learning, and at the end, when only forecasts of fast jobs have a result. */
const TEACHING_DAYS = 10;
const LEFT_OUT_DAYS = 4;
const SIMULATED_DAYS = 50;
const SEEDS = [1, 2, 3] as const;
/** Accepted range: the share of jobs (in percent) that finish before their p80 forecast. */
const P80_RANGE = [75, 85] as const;

/**
 * Scores forecasts against results. The large bureau tests the spread, because its tasks do not wait. Simulated bureaus
 * test waves, queues, urgent work and faults.
 */
export async function scoreForecasts(db: Database): Promise<{ text: string; holds: boolean }> {
  const { calendar } = await readDueDateRules(db);
  const clock = createWorkClock(calendar);
  const today = dayOf(Date.now());
  const large = await findHistory(db, addDays(today, -31));
  const scores = [scoreHistory('the large bureau’s last month', large, clock, findFirstOpenDay(large))];
  for (const seed of SEEDS)
    scores.push(
      scoreHistory(
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
  const holds = scores.every(({ p80 }) => p80 >= P80_RANGE[0] && p80 <= P80_RANGE[1]);
  const head = [FORECASTS_TITLE, 'forecasts', 'done by p50, %', 'done by p80, %', 'off, working minutes (median)'];
  return {
    text: `${formatTable(head, lines)}\n\np80 should hold ${P80_RANGE.join(' to ')} %: ${holds ? 'it does' : 'MISSED'}.`,
    holds,
  };
}

/**
 * Finds the day of the first job that is never completed. From that day on, most jobs of the large bureau have no end
 * to compare with.
 */
function findFirstOpenDay({ tasks, moves }: ReplayHistory): Day | null {
  const completedByTask = new Map(moves.map(({ task_id, to_status }) => [task_id, to_status === TaskStatus.COMPLETED]));
  return tasks.reduce<Day | null>(
    (day, { task_id, job_date }) =>
      !completedByTask.get(task_id) && (day === null || job_date < day) ? job_date : day,
    null,
  );
}

/** Returns the scores of forecasts after the learning days, before the last days and before `until`. */
function scoreHistory(name: string, played: ReplayHistory, clock: WorkClock, until: Day | null) {
  const first = dayOf(played.tasks.reduce((task, { created_at }) => (created_at < task ? created_at : task), '9'));
  const last = dayOf(played.moves.at(-1)?.at ?? startOfDay(first));
  const before = addDays(last, -LEFT_OUT_DAYS);
  const from = startOfDay(addDays(first, TEACHING_DAYS));
  const to = startOfDay(until !== null && until < before ? until : before);
  const replayed = replay(played, clock, INTERVAL_MINUTES).filter(
    ({ calculated_at }) => calculated_at >= from && calculated_at < to,
  );
  // A job that is still open at the end has missed every p80 before the end. The few with a later p80 are not scored.
  const end = played.moves.at(-1)?.at ?? to;
  const scored = replayed.flatMap(({ score, p80 }) =>
    score === 'outside hours' || (score === null && p80 >= end) ? [] : [{ score }],
  );
  const share = (part: 'inside_p50' | 'inside_p80') =>
    (100 * scored.filter(({ score }) => score?.[part]).length) / Math.max(1, scored.length);
  const distances = scored
    .flatMap(({ score }) => (score ? [Math.abs(score.error_minutes)] : []))
    .toSorted((a, b) => a - b);
  return {
    name,
    count: scored.length,
    p50: share('inside_p50'),
    p80: share('inside_p80'),
    off: distances[Math.floor(distances.length / 2)] ?? 0,
  };
}
