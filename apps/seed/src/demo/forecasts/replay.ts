import type { Instant } from '@darkroom/domain/calendar/day';
import type { Workstream } from '@darkroom/domain/customer/enums';
import {
  forecastJob,
  isAtRisk,
  hasForecastChanged,
  scoreForecast,
  updateTuning,
  type Forecast,
  type ForecastContext,
  type OpenTaskState,
  type ForecastAccuracy,
} from '@darkroom/domain/forecast/forecast';
import type { WorkClock } from '@darkroom/domain/forecast/work-clock';
import {
  createSimilarWork,
  sizeOf,
  measureTimesToCompletion,
  type WorkKind,
} from '@darkroom/domain/forecast/similar-work';
import {
  calculateQueuePositions,
  QUEUE_STAGE_BY_STATUS,
  queueKey,
  averageQueueState,
  type QueueState,
} from '@darkroom/domain/forecast/queue';
import { emptyTuning } from '@darkroom/domain/forecast/tuning';
import { TaskStatus } from '@darkroom/domain/task/status';

/** A task at its arrival. */
export interface ReplayTask {
  readonly task_id: number;
  readonly job_id: number;
  readonly kind: WorkKind;
  readonly pieces: number;
  readonly urgent: boolean;
  readonly job_date: string;
  readonly created_at: Instant;
  /** Due date of its job. Null if the job had none. */
  readonly due_at: Instant | null;
}

export interface ReplayMove {
  readonly task_id: number;
  readonly at: Instant;
  readonly from_status: TaskStatus;
  readonly to_status: TaskStatus;
  readonly user_id: number;
}

export interface ReplayHistory {
  readonly tasks: readonly ReplayTask[];
  /** Sorted by time. */
  readonly moves: readonly ReplayMove[];
}

/** A forecast with its score. Null if its job was not completed at the end, or was completed outside working hours. */
export interface ReplayedForecast extends Forecast {
  readonly job_id: number;
  readonly at_risk: boolean;
  readonly first: boolean;
  readonly score: ForecastAccuracy | 'outside hours' | null;
}

/** People with a step in this number of minutes count as at work. */
const WORKING_MINUTES = 120;

interface RunningTask extends ReplayTask {
  status: TaskStatus;
  since: Instant;
  moves: ReplayMove[];
}

type SavedForecast = Omit<ReplayedForecast, 'score'>;

/**
 * Replays a bureau's history and forecasts at each interval of working minutes, with only the data of that time.
 * Returns every forecast, sorted by time.
 */
export function replay({ tasks, moves }: ReplayHistory, clock: WorkClock, intervalMinutes: number): ReplayedForecast[] {
  const similarWork = createSimilarWork([], () => null);
  let tuning = emptyTuning();
  const typicalQueues = new Map<string, QueueState>();
  const jobs = new Map<number, RunningTask[]>();
  const byId = new Map<number, RunningTask>();
  const forecastsByJob = new Map<number, SavedForecast[]>();
  const recentMoves: ReplayMove[] = [];
  const finished: ReplayedForecast[] = [];
  const tasksByArrival = tasks.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  let arrivedCount = 0;
  let movedCount = 0;

  const forecastAll = (now: Instant) => {
    const open = [...jobs.values()].flat().filter(({ status }) => status !== TaskStatus.COMPLETED);
    const { places, lengths } = calculateQueuePositions(
      open.map((task) => ({ ...task, workstream: task.kind.workstream })),
    );
    while (recentMoves[0] && clock.between(recentMoves[0].at, now) > WORKING_MINUTES) recentMoves.shift();
    const people = countPeople(recentMoves, byId);
    const context: ForecastContext = { similarWork, tuning, lengths, people, typicalQueues, clock };
    for (const [job_id, jobTasks] of jobs) {
      const openTasks = jobTasks.filter(({ status }) => status !== TaskStatus.COMPLETED);
      const forecast = forecastJob(
        openTasks.map((task): OpenTaskState => ({
          ...task,
          status_since: task.since,
          position: places.get(task.task_id)!,
        })),
        context,
        now,
      );
      const before = forecastsByJob.get(job_id) ?? [];
      const last = before.at(-1);
      const at_risk = isAtRisk(forecast, jobTasks[0]?.due_at ?? null);
      if (!last || hasForecastChanged(last, forecast, at_risk, clock))
        forecastsByJob.set(job_id, [...before, { ...forecast, job_id, at_risk, first: !last }]);
    }
    for (const [queue, length] of lengths)
      typicalQueues.set(
        queue,
        averageQueueState(typicalQueues.get(queue), { length, people: people.get(queue) ?? 0 }, intervalMinutes),
      );
  };

  const finish = (job_id: number, jobTasks: readonly RunningTask[], at: Instant) => {
    for (const task of jobTasks)
      for (const { status, minutes } of measureTimesToCompletion(task.created_at, task.moves, clock))
        similarWork.learn({ kind: task.kind, size: sizeOf(task.pieces), status, minutes });
    for (const forecast of forecastsByJob.get(job_id) ?? []) {
      const score = scoreForecast(forecast, at, clock);
      if (score) tuning = updateTuning(tuning, forecast, at, clock);
      finished.push({ ...forecast, score: score ?? 'outside hours' });
    }
    forecastsByJob.delete(job_id);
    jobs.delete(job_id);
  };

  const end = moves.at(-1)?.at ?? '';
  let now = tasksByArrival[0]?.created_at ?? end;
  while (now < end) {
    now = clock.after(now, intervalMinutes);
    for (; tasksByArrival[arrivedCount] && tasksByArrival[arrivedCount]!.created_at <= now; arrivedCount++) {
      const task: RunningTask = {
        ...tasksByArrival[arrivedCount]!,
        status: TaskStatus.TO_DO,
        since: tasksByArrival[arrivedCount]!.created_at,
        moves: [],
      };
      byId.set(task.task_id, task);
      jobs.set(task.job_id, [...(jobs.get(task.job_id) ?? []), task]);
    }
    for (; moves[movedCount] && moves[movedCount]!.at <= now; movedCount++) {
      const move = moves[movedCount]!;
      const task = byId.get(move.task_id);
      if (!task) continue;
      task.moves.push(move);
      task.status = move.to_status;
      task.since = move.at;
      recentMoves.push(move);
      const jobTasks = jobs.get(task.job_id);
      if (jobTasks?.every(({ status }) => status === TaskStatus.COMPLETED)) finish(task.job_id, jobTasks, move.at);
    }
    if (now <= end) forecastAll(now);
  }
  const open = [...forecastsByJob.values()].flat().map((forecast): ReplayedForecast => ({ ...forecast, score: null }));
  return [...finished, ...open].toSorted((a, b) => Date.parse(a.calculated_at) - Date.parse(b.calculated_at));
}

/** Counts the people with a recent step, by queue. */
function countPeople(moves: readonly ReplayMove[], tasks: ReadonlyMap<number, { kind: { workstream: Workstream } }>) {
  const people = new Map<string, Set<number>>();
  for (const { task_id, from_status, user_id } of moves) {
    const task = tasks.get(task_id);
    if (!task || from_status === TaskStatus.COMPLETED) continue;
    const queue = queueKey(task.kind.workstream, QUEUE_STAGE_BY_STATUS[from_status]);
    people.set(queue, (people.get(queue) ?? new Set()).add(user_id));
  }
  return new Map([...people].map(([queue, who]) => [queue, who.size]));
}
