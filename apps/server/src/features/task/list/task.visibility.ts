import type { TaskVisibility } from '@darkroom/domain/task/visibility';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import { joinConditions, type Condition } from '../../../db/list/condition.ts';
import { LIMIT_COUNTED } from '../../../db/list/total.ts';

/** Returns the condition for tasks of some workstreams. */
export const isInWorkstreams = (list: readonly Workstream[]) => sql`t.workstream = any(${list}::text[])`;

/** Selects the tasks that a user supports. The list is short compared with all tasks. */
const selectSupported = (user: number) => sql`select s.task_id from task_supporter s where s.user_id = ${user}`;

/** Supporters joined with their tasks. */
const SUPPORTED_TASKS = sql`task_supporter s join task t on t.task_id = s.task_id`;

/** Returns the condition for tasks that a user supports. The list of supported tasks is read once. */
export const isSupportedBy = (user: number): Condition => sql`t.task_id in (${selectSupported(user)})`;

/** Roles in a task other than supporter. Four eyes prevent two roles of one user, so the counts can be added. */
const PARTS = {
  editor: (user) => sql`t.editor = ${user}`,
  first_qc: (user) => sql`t.first_qc = ${user}`,
  second_qc: (user) => sql`t.second_qc = ${user}`,
  rework_qc_1: (user) => isRecheckedBy('rework_qc_1', user),
  rework_qc_2: (user) => isRecheckedBy('rework_qc_2', user),
} as const satisfies Record<string, (user: number) => Condition>;
type Part = keyof typeof PARTS;
const ALL_PARTS = Object.keys(PARTS) as Part[];

/** Returns exactly the condition of the indexes `task_rechecked_1` and `_2`, which contain only these few tasks. */
const isRecheckedBy = (column: 'rework_qc_1' | 'rework_qc_2', user: number): Condition => {
  const userColumn = sql.ref(`t.${column}`);
  return sql`(${userColumn} = ${user} and ${userColumn} is distinct from t.first_qc and ${userColumn} is distinct from t.second_qc)`;
};

/** Roles in the counters (features/counters). */
export const COUNTED_PARTS = ['editor', 'first_qc', 'second_qc'] as const satisfies readonly Part[];

/** Roles outside the counters. */
export const UNCOUNTED_PARTS = ['rework_qc_1', 'rework_qc_2'] as const satisfies readonly Part[];

const hasPart = (user: number): Condition =>
  sql`(${sql.join(
    ALL_PARTS.map((part) => PARTS[part](user)),
    sql` or `,
  )})`;

/**
 * Returns the condition for tasks in which a user has a role: editor, QC, rechecker or supporter. Each role has an
 * index.
 */
const isInvolved = (user: number): Condition => sql`
  (${hasPart(user)} or (${isSupportedBy(user)} and t.task_id = any(array(${selectSupported(user)}))))`;

/** One read of visible tasks: its tables and conditions. */
interface VisibleRead {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
}

/**
 * Lists the tasks that a user sees by a role or a pool, as disjoint reads with an index each. One condition with `or`
 * would scan all tasks.
 */
function listOtherReads(
  visibility: TaskVisibility,
  parts: readonly Part[],
  supportedFrom: RawBuilder<unknown>,
): VisibleRead[] {
  const me = visibility.own;
  const reads: VisibleRead[] = [];
  const addRead = (where: readonly Condition[], from = sql`task t`) => void reads.push({ from, where });
  if (me !== null) {
    for (const part of parts) addRead([PARTS[part](me)]);
    addRead([sql`s.user_id = ${me}`], supportedFrom);
  }
  const hasNoPartOf = me === null ? [] : [sql`(${hasPart(me)} or ${isSupportedBy(me)}) is not true` as Condition];
  // A task waits either for an editor or for a QC.
  if (visibility.editor_pool.length) addRead([isInEditorPool(visibility), ...hasNoPartOf]);
  if (visibility.qc_pool.length) addRead([sql`(t.status <> 9 and ${isInQcPool(visibility)})`, ...hasNoPartOf]);
  return reads;
}

const unionAll = (reads: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | null =>
  reads.length ? sql.join(reads, sql` union all `) : null;

/**
 * Selects other visible tasks with one filter, in sequence, so that counting stops at the limit. Returns null if no
 * task can match.
 */
export function selectOtherVisible(
  visibility: TaskVisibility,
  filter: readonly Condition[],
  parts: readonly Part[] = ALL_PARTS,
): RawBuilder<unknown> | null {
  // Without a filter, the supporters are counted without reading the tasks.
  const supportedFrom = filter.length > 0 ? SUPPORTED_TASKS : sql`task_supporter s`;
  return unionAll(
    listOtherReads(visibility, parts, supportedFrom).map(
      ({ from, where }) => sql`(select 1 from ${from} ${joinConditions([...where, ...filter])} ${LIMIT_COUNTED})`,
    ),
  );
}

/** Selects the statuses of these tasks with the same filter. Returns null if no task can match. */
export const selectOtherStatuses = (
  visibility: TaskVisibility,
  filter: readonly Condition[],
  parts: readonly Part[],
): RawBuilder<unknown> | null =>
  unionAll(
    listOtherReads(visibility, parts, SUPPORTED_TASKS).map(
      ({ from, where }) => sql`select t.status from ${from} ${joinConditions([...where, ...filter])}`,
    ),
  );

/** Selects the tasks of the editor pool in which the user has a role, each once. */
export const selectOwnInEditorPool = (visibility: TaskVisibility, me: number): RawBuilder<unknown> =>
  sql.join(
    [
      ...ALL_PARTS.map(
        (part) => sql`(select 1 from task t where ${PARTS[part](me)} and ${isInEditorPool(visibility)})`,
      ),
      sql`(select 1 from ${SUPPORTED_TASKS} where s.user_id = ${me} and ${isInEditorPool(visibility)})`,
    ],
    sql` union all `,
  );

const isInEditorPool = (visibility: TaskVisibility): Condition =>
  sql`(t.status = 1 and ${isInWorkstreams(visibility.editor_pool)})`;
const isInQcPool = (visibility: TaskVisibility): Condition =>
  sql`((t.status in (4, 6) or ${hasNoQc} or (${needsRecheck} and ${visibility.own} <> all(t.edited_by_ids)))
      and ${isInWorkstreams(visibility.qc_pool)})`;

/** Condition for a resolved task without the QC of its fault. Mirrors the domain. */
export const hasNoQc: Condition = sql`(t.status = 12 and case when t.fault_stage = 2 then t.second_qc else t.first_qc end is null)`;

/** Condition for rework that no second QC has rechecked. Mirrors the domain. */
export const needsRecheck: Condition = sql`(t.status = 14 and t.rework_qc_2 is null)`;

/** Returns the visibility of tasks (domain §2) as a condition that mirrors the domain. Null if all are visible. */
export function visibilityCondition(visibility: TaskVisibility): Condition | null {
  if (visibility.everything) return null;
  const conditions: Condition[] = [];
  if (visibility.workstreams.length) conditions.push(sql`${isInWorkstreams(visibility.workstreams)}`);
  if (visibility.own !== null) conditions.push(isInvolved(visibility.own));
  if (visibility.editor_pool.length) conditions.push(isInEditorPool(visibility));
  if (visibility.qc_pool.length) conditions.push(isInQcPool(visibility));
  return conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;
}
