import type { Actor } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '@darkroom/server/db/connect';
import { readDueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { reserveIds } from '@darkroom/server/db/insert-rows';
import { insertWork } from './insert-work.ts';
import { distributeStatuses } from './open-floor.ts';
import type { DemoJob, OrderedTask } from './ordered-work.ts';
import { createOrders, type OrderSources, type Order } from './orders.ts';
import { scheduleBackward, scheduleForward, type Floor, type PlannedTask } from './schedule.ts';
import { planTask } from './task-plan.ts';
import { createNewState, type SimulatedTask } from './simulated-task.ts';
import { TASK_NOTES } from '../tables/words.ts';
import { DAY_LENGTH } from './work-time.ts';

export interface HistoryOptions extends OrderSources {
  floor: Floor;
  customerService: readonly Actor[];
  /** Approximate number of jobs, and number of tasks that are open today. */
  jobs: number;
  open: number;
}

/** Adds the work of the bureau: jobs, details, tasks and every step of the tasks. */
export async function seedHistory(db: Database, options: HistoryOptions): Promise<{ jobs: number; tasks: number }> {
  const { random, time, floor } = options;
  const jobs = await createJobs(db, createOrders(options.jobs, options), options);
  const all = jobs.flatMap((job) => job.details.flatMap((detail) => detail.tasks));
  const { settled, recent } = distributeStatuses(all, { open: options.open, time, random });
  const plan = ({ task, job, quantity, estimate_minutes }: OrderedTask, until: TaskStatus): PlannedTask => {
    const created = job.order.created;
    const mayRework = until === TaskStatus.COMPLETED && time.now - created > 6 * DAY_LENGTH;
    const urgent = job.order.job_priority === 'Urgent';
    return { task, created, steps: planTask(random, { quantity, estimate_minutes, urgent, until, mayRework }) };
  };
  const unfinished = scheduleForward(
    settled.map((item) => plan(item, TaskStatus.COMPLETED)),
    { floor, time, random },
  );
  const lateTasks = [
    ...unfinished.map((item) => ({ ...item, last: time.now - random.int(60, 3600) })),
    ...recent.map(({ ordered, until, last }) => ({ ...plan(ordered, until), last })),
  ];
  scheduleBackward(lateTasks, { floor, time, random });
  await insertWork(db, jobs, await readDueDateRules(db));
  return { jobs: jobs.length, tasks: all.length };
}

async function createJobs(db: Database, orders: readonly Order[], options: HistoryOptions): Promise<DemoJob[]> {
  const { random, time, floor, customerService } = options;
  const details = orders.flatMap((order) => order.details);
  let job_id = await reserveIds(db, 'job', 'job_id', orders.length);
  let job_detail_id = await reserveIds(db, 'job_detail', 'job_detail_id', details.length);
  let task_id = await reserveIds(db, 'task', 'task_id', details.flatMap((detail) => detail.shares).length);
  return orders.map((order) => {
    const created_by = random.pick(customerService).user_id;
    const created_at = time.instant(order.created);
    const job: DemoJob = { job_id: job_id++, order, created_by, created_at, details: [] };
    job.details = order.details.map(({ category, shares, price }) => {
      const detail_id = job_detail_id++;
      const tasks = shares.map((quantity): OrderedTask => {
        const { workstream } = category;
        const state = createNewState(workstream);
        if (quantity >= 60 && random.chance(0.25)) {
          const helper = random.pick(floor[workstream].editors).user_id;
          state.supporters = [{ user_id: helper }];
        }
        const task: SimulatedTask = {
          task_id: task_id++,
          job_detail_id: detail_id,
          workstream,
          state,
          version: 1,
          notes: random.chance(0.04) ? random.pick(TASK_NOTES) : '',
          created_at,
          created_by,
          status_since: created_at,
          history: [],
        };
        return { task, job, quantity, estimate_minutes: price?.estimate_minutes ?? category.estimate_minutes };
      });
      return { job_detail_id: detail_id, tasks };
    });
    return job;
  });
}
