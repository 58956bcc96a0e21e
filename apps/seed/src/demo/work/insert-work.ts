import type { Instant } from '@darkroom/domain/calendar/day';
import { jobStatus } from '@darkroom/domain/job/status';
import { calculateDueDate, getDueDateStart } from '@darkroom/domain/due-date/turnaround';
import { getDetailStatus, type TaskStatus } from '@darkroom/domain/task/status';
import type { Database } from '@darkroom/server/db/connect';
import type { DueDateRules } from '@darkroom/server/features/setting/due-date-rules.service';
import { insertRows } from '@darkroom/server/db/insert-rows';
import type { DemoJob, OrderedTask } from './ordered-work.ts';
import type { SimulatedTask } from './simulated-task.ts';
import { SUPPORT_NOTES } from '../tables/words.ts';

/** Writes jobs, details, tasks and their history in their final state, with statuses from the product's rules. */
export async function insertWork(db: Database, jobs: readonly DemoJob[], rules: DueDateRules): Promise<void> {
  const statuses = (tasks: readonly OrderedTask[]): TaskStatus[] => tasks.map(({ task }) => task.state.status);
  await insertRows(
    db,
    'job',
    [
      'job_id',
      'job_date',
      'prod_id',
      'job_name',
      'job_link',
      'job_status',
      'customer2_id',
      'job_priority',
      'job_notes',
      'due_at',
      'first_due_at',
      'completed_at',
      'version',
      'created_at',
      'created_by',
    ],
    jobs.map((job) => {
      const { job_id, order, created_by, created_at, details } = job;
      const tasks = details.flatMap((detail) => detail.tasks);
      const job_status = jobStatus(statuses(tasks));
      const due_at = calculateDue(job, rules);
      return {
        job_id,
        job_date: order.job_date,
        prod_id: order.prod_id,
        job_name: order.job_name,
        job_link: order.job_link,
        job_status,
        customer2_id: order.client.id,
        job_priority: order.job_priority,
        job_notes: order.job_notes,
        due_at,
        first_due_at: due_at,
        completed_at: job_status === 'COMPLETED' ? findLastEnd(tasks) : null,
        version: 1,
        created_at,
        created_by,
      };
    }),
  );
  const jobsPerDay = new Map<string, number>();
  for (const { order } of jobs) jobsPerDay.set(order.job_date, (jobsPerDay.get(order.job_date) ?? 0) + 1);
  await insertRows(
    db,
    'job_day',
    ['job_date', 'last_number'],
    [...jobsPerDay].map(([job_date, last_number]) => ({ job_date, last_number })),
  );
  await insertRows(
    db,
    'job_detail',
    [
      'job_detail_id',
      'job_id',
      'sub_number',
      'sub_prod_id',
      'service_cat1_id',
      'service_cat2_id',
      'quantity',
      'status',
      'note',
      'unit_price',
      'wholesale_price',
      'estimate_minutes',
      'version',
      'created_at',
    ],
    jobs.flatMap(({ job_id, order, created_at, details }) =>
      order.details.map((ordered, index) => {
        const price = ordered.price?.enabled ? ordered.price : undefined;
        return {
          job_detail_id: details[index]?.job_detail_id,
          job_id,
          sub_number: ordered.sub_number,
          sub_prod_id: ordered.sub_prod_id,
          service_cat1_id: ordered.category.cat1_id,
          service_cat2_id: ordered.category.id,
          quantity: ordered.quantity,
          status: getDetailStatus(statuses(details[index]?.tasks ?? [])),
          note: ordered.note,
          unit_price: price?.retail_price ?? null,
          wholesale_price: price?.wholesale_price ?? null,
          estimate_minutes: price?.estimate_minutes ?? null,
          version: 1,
          created_at,
        };
      }),
    ),
  );
  await insertTasks(
    db,
    jobs.flatMap((job) => job.details.flatMap((detail) => detail.tasks.map(({ task }) => task))),
  );
}

/** Calculates the due date at the arrival of a job, by the rules of the product. */
function calculateDue({ order, created_at }: DemoJob, { calendar, turnarounds }: DueDateRules): Instant | null {
  const details = order.details.map(({ category }) => ({ service_cat1_id: category.cat1_id }));
  const { cus_id1 } = order.client;
  const { job_priority, job_date } = order;
  return calculateDueDate(
    calendar,
    turnarounds,
    details,
    { cus_id1, job_priority },
    getDueDateStart(created_at, job_date),
  );
}

const findLastEnd = (tasks: readonly OrderedTask[]): Instant | null =>
  tasks.reduce<Instant | null>((last, { task: { state } }) => {
    const end = state.end_time;
    return end && (!last || end > last) ? end : last;
  }, null);

async function insertTasks(db: Database, tasks: readonly SimulatedTask[]): Promise<void> {
  await insertRows(
    db,
    'task',
    [
      'task_id',
      'job_detail_id',
      'status',
      'x1',
      'x2',
      'x3',
      'editor',
      'first_qc',
      'second_qc',
      'edited_by_ids',
      'qc1_by_ids',
      'qc2_by_ids',
      'status_before_check',
      'fault_stage',
      'start_time',
      'end_time',
      'rework_quantity',
      'quantity_before_rework',
      'rework_notes',
      'rework_qc_1',
      'rework_qc_2',
      'rework_at',
      'rework_by',
      'notes',
      'version',
      'status_since',
      'created_at',
      'created_by',
    ],
    tasks.map(({ state, task_id, job_detail_id, notes, version, status_since, created_at, created_by }) => ({
      ...state,
      task_id,
      job_detail_id,
      notes,
      version,
      status_since,
      created_at,
      created_by,
    })),
  );
  await insertRows(
    db,
    'task_supporter',
    ['task_id', 'user_id', 'note', 'created_at'],
    tasks.flatMap(({ task_id, state, created_at }) =>
      state.supporters.map(({ user_id }, index) => ({
        task_id,
        user_id,
        note: SUPPORT_NOTES[(task_id + index) % SUPPORT_NOTES.length],
        created_at,
      })),
    ),
  );
  const moves = tasks.flatMap((task) => task.history);
  // Sorted by time, as if they had been written then.
  moves.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  await insertRows(
    db,
    'task_history',
    [
      'task_id',
      'action',
      'event',
      'from_status',
      'to_status',
      'user_id',
      'at',
      'x1',
      'x2',
      'x3',
      'note',
      'fault_kinds',
      'editor',
      'first_qc',
      'second_qc',
    ],
    moves,
  );
}
