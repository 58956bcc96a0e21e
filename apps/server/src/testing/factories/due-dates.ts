import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { buildTask } from './work.ts';

/** A job with one task, its due date and its moves. */
export interface DueJobFields {
  readonly editor: number;
  readonly customer: { id: number };
  readonly cat2: number;
  /** Creation, moves to each status, and due dates. */
  readonly createdAt: Instant;
  readonly moves: readonly (readonly [to: number, at: Instant])[];
  readonly due: Instant | null;
  readonly first_due?: Instant;
}

/** Adds a job with one task and its history. */
export async function buildDueJob(
  db: Database,
  { editor, customer, cat2, createdAt, moves, due, first_due = due ?? createdAt }: DueJobFields,
): Promise<number> {
  const last = moves.at(-1);
  const dueFields = due === null ? {} : { due_at: due, first_due_at: first_due };
  const { job_id, task_id } = await buildTask(db, {
    created_at: createdAt,
    job: { customer2_id: customer.id, created_at: createdAt, ...dueFields },
    detail: { service_cat2_id: cat2, quantity: 10 },
  });
  let from = 1;
  for (const [to, at] of moves) {
    await sql`insert into task_history (task_id, action, from_status, to_status, user_id, at, x1, x2, x3)
      values (${task_id}, 'start', ${from}, ${to}, ${editor}, ${at}, 0, 0, 0)`.execute(db);
    from = to;
  }
  if (last)
    await sql`update task set status = ${last[0]}, status_since = ${last[1]}, editor = ${editor} where task_id = ${task_id}`.execute(
      db,
    );
  if (last?.[0] === 9)
    await sql`update job set job_status = 'COMPLETED', completed_at = ${last[1]} where job_id = ${job_id}`.execute(db);
  else if (last) await sql`update job set job_status = 'PENDING' where job_id = ${job_id}`.execute(db);
  return job_id;
}
