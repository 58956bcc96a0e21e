import { redoRow, type RedoRow } from '@darkroom/contract/request/redo';
import type { Task } from '@darkroom/contract/task/task';
import type { Quantities } from '@darkroom/domain/task/quantities';
import { TaskStatus } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Condition } from '../../db/list/condition.ts';
import { columnsOf } from '../../db/driver/columns.ts';
import { createRowWriter } from '../../db/driver/json-text.ts';
import { isOfDeletedRework, isUndone } from '../../db/history/steps.ts';
import type { PageQuery, WrittenRows } from '../../db/list/page.ts';
import type { InputFor } from '../../http/handlers.ts';
import { TASK_ROW, joinTaskRows } from '../task/list/task.columns.ts';

const reworkAt = sql.ref('t.rework_at');
const day = sql.ref('t.job_date');
const id = sql.ref('t.task_id');

const ORDERS: Record<InputFor<'redo.list'>['sort'], PageQuery['order']> = {
  rework_at: [
    [reworkAt, false],
    [id, false],
  ],
  '-rework_at': [
    [reworkAt, true],
    [id, true],
  ],
  job_date: [
    [day, false],
    [id, false],
  ],
  '-job_date': [
    [day, true],
    [id, true],
  ],
};

const STATE_CONDITIONS: Record<InputFor<'redo.list'>['state'], Condition> = {
  open: sql`t.status in (13, 14)`,
  past: sql`t.status not in (13, 14)`,
  all: sql`true`,
};

/** Returns the page query of tasks with a current or past rework. Its partial index is always small. */
export const redoPage = (
  where: readonly Condition[],
  { state, sort }: Pick<InputFor<'redo.list'>, 'state' | 'sort'>,
): PageQuery => ({
  from: sql`task t`,
  key: sql`t.task_id`,
  where: [sql`t.rework_at is not null`, STATE_CONDITIONS[state], ...where],
  order: ORDERS[sort],
});

/** Columns of the history for a rework of the task `t`. Undone and deleted reworks do not count. */
const reworkHistory = sql`
  cross join lateral (
    select count(*) filter (where h.action = 'rework' and not ${isUndone('h')} and not (${isOfDeletedRework('h')})) as rework_count,
           max(h.at) filter (where h.action = 'complete' and h.at >= t.rework_at and t.status = 9) as rework_completed_at,
           coalesce((select array_agg(distinct kind) from task_history f, unnest(f.fault_kinds) kind
                      where f.task_id = t.task_id and f.action = 'recheck_fault' and f.at >= t.rework_at), '{}') as fault_kinds
      from task_history h where h.task_id = t.task_id) story`;

/** Reworks in the form of the list. */
export const REDO_ROW_WRITER: WrittenRows = {
  ...createRowWriter(redoRow, {
    ...TASK_ROW,
    ...columnsOf('story', 'rework_count', 'rework_completed_at', 'fault_kinds'),
  }),
  joins: sql`${joinTaskRows} ${reworkHistory}`,
};

/** Finds the counts and the whole task at the start of its rework. Returns the current ones if no step has them. */
export async function findSentToRework(db: Database, task: Task): Promise<Quantities & { before: Task | null }> {
  const { rows } = await sql<Quantities & { before: Task | null }>`
    select x1, x2, x3, before from task_history
     where task_id = ${task.task_id} and to_status = ${TaskStatus.REWORK} and action <> 'undo'
       and from_status is distinct from ${TaskStatus.REWORK} and from_status is distinct from ${TaskStatus.DONE_REWORK}
     order by id desc limit 1`.execute(db);
  return rows[0] ?? { ...task, before: null };
}

/** Finds the history columns of reworks, by task. */
export async function findReworkHistories(db: Database, ids: readonly number[]) {
  const { rows } = await sql<Pick<RedoRow, 'task_id' | 'rework_count' | 'rework_completed_at' | 'fault_kinds'>>`
    select t.task_id, story.* from task t ${reworkHistory} where t.task_id = any(${ids}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.task_id, row]));
}
