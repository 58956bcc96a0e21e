import type { Instant } from '@darkroom/domain/calendar/day';
import type { Order } from './orders.ts';
import type { SimulatedTask } from './simulated-task.ts';

/** A job with its tasks, for the steps after the orders. */
export interface DemoJob {
  job_id: number;
  order: Order;
  created_by: number;
  created_at: Instant;
  details: { job_detail_id: number; tasks: OrderedTask[] }[];
}

export interface OrderedTask {
  task: SimulatedTask;
  job: DemoJob;
  quantity: number;
  estimate_minutes: number;
}
