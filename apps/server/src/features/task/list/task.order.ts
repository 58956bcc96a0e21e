import { RETURNED_TO_EDITOR } from '@darkroom/domain/task/status';
import { sql, type RawBuilder } from 'kysely';
import type { PageQuery } from '../../../db/list/page.ts';
import type { InputFor } from '../../../http/handlers.ts';

type Sort = NonNullable<InputFor<'task.list'>['sort']>;
type Order = PageQuery['order'];

/**
 * Order by urgency: open, urgent, due first, oldest day, then completed work, newest first. The expressions equal the
 * index `task_blocking`.
 */
const BLOCKING: readonly RawBuilder<unknown>[] = [
  sql`(t.status = 9)`,
  sql`(t.status = 9 or t.job_priority is distinct from 'Urgent')`,
  sql`(case when t.status <> 9 then t.due_at end)`,
  sql`(case when t.status = 9 then date '2000-01-01' - t.job_date else t.job_date - date '2000-01-01' end)`,
  sql.ref('t.task_id'),
];

/** Due date order with open work first: the expressions of the index `task_by_due`. */
const DUE: readonly RawBuilder<unknown>[] = [sql`(t.status = 9)`, sql.ref('t.due_at'), sql.ref('t.task_id')];

/** The list's orders. Each is one index read forwards or backwards. */
const ORDERS: Record<Sort, Order> = (() => {
  const column = (name: string): RawBuilder<unknown> => sql.ref(name);
  const date = column('t.job_date');
  const id = column('t.task_id');
  const status = column('t.status');
  const since = column('t.status_since');
  return {
    job_date: [
      [date, false],
      [id, false],
    ],
    '-job_date': [
      [date, true],
      [id, true],
    ],
    task_id: [[id, false]],
    '-task_id': [[id, true]],
    status: [
      [status, false],
      [date, true],
      [id, true],
    ],
    '-status': [
      [status, true],
      [date, false],
      [id, false],
    ],
    status_since: [
      [since, false],
      [id, false],
    ],
    '-status_since': [
      [since, true],
      [id, true],
    ],
    due_at: DUE.map((expression) => [expression, false] as const),
    '-due_at': DUE.map((expression) => [expression, true] as const),
    blocking: BLOCKING.map((expression) => [expression, false] as const),
    '-blocking': BLOCKING.map((expression) => [expression, true] as const),
  };
})();

/** Default order of the own lists (decisions 008, 124): rework and faults first, then urgent, due first, oldest. */
const OWN_ORDER: Order = [
  [sql`t.status = any(${RETURNED_TO_EDITOR}::smallint[])`, true],
  [sql`(t.job_priority = 'Urgent') is true`, true],
  [sql.ref('t.due_at'), false],
  [sql.ref('t.job_date'), false],
  [sql.ref('t.task_id'), false],
];

/** The orders of the indexes of single filters. */
const BY_DAY: readonly (Sort | undefined)[] = [undefined, 'job_date', '-job_date'];

// An own list is a few rows of the small index of open work. Without this constant expression, the planner could use
// the index of all completed work.
const OPEN_FIRST: Order[number] = [sql`t.status = 9`, false];

/** Returns the page query of tasks within conditions. `own` marks an own list (decision 008). */
export const taskPage = (
  { where, plan, frequent }: Pick<PageQuery, 'where' | 'plan' | 'frequent'>,
  sort: Sort | undefined,
  isOwnList: boolean,
): PageQuery => ({
  from: sql`task t`,
  key: sql`t.task_id`,
  where,
  ...(plan !== undefined && (isOwnList || BY_DAY.includes(sort)) ? { plan } : {}),
  ...(frequent !== undefined && !isOwnList && BY_DAY.includes(sort) ? { frequent } : {}),
  order: isOwnList ? (sort ? [OPEN_FIRST, ...ORDERS[sort]] : OWN_ORDER) : ORDERS[sort ?? '-job_date'],
});
