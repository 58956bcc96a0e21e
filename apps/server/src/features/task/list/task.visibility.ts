import type { TaskVisibility } from '@darkroom/domain/task/visibility';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import { allOf, type Condition } from '../../../db/list/condition.ts';
import { upToMost } from '../../../db/list/total.ts';

/** The condition for tasks of some workstreams. */
export const streams = (list: readonly Workstream[]) => sql`t.workstream = any(${list}::text[])`;

/** The tasks that a user supports, as a list. It is short compared with all tasks. */
const supported = (user: number) => sql`select s.task_id from task_supporter s where s.user_id = ${user}`;

/** Supporters joined with their tasks. */
const SUPPORTED_TASKS = sql`task_supporter s join task t on t.task_id = s.task_id`;

/** The condition for tasks that a user supports: a lookup in a list that is read once. */
export const supports = (user: number): Condition => sql`t.task_id in (${supported(user)})`;

/** Parts in a task other than supporting. Four eyes prevent two parts of one user in a task, so the counts add up. */
const PARTS = {
  editor: (user) => sql`t.editor = ${user}`,
  first_qc: (user) => sql`t.first_qc = ${user}`,
  second_qc: (user) => sql`t.second_qc = ${user}`,
  rework_qc_1: (user) => recheckedBy('rework_qc_1', user),
  rework_qc_2: (user) => recheckedBy('rework_qc_2', user),
} as const satisfies Record<string, (user: number) => Condition>;
type Part = keyof typeof PARTS;
const ALL_PARTS = Object.keys(PARTS) as Part[];

/** Exactly the condition of the indexes `task_rechecked_1` and `_2`, which hold only these few tasks. */
const recheckedBy = (column: 'rework_qc_1' | 'rework_qc_2', user: number): Condition => {
  const who = sql.ref(`t.${column}`);
  return sql`(${who} = ${user} and ${who} is distinct from t.first_qc and ${who} is distinct from t.second_qc)`;
};

/** Parts in the counters (features/counters). */
export const TALLIED_PARTS = ['editor', 'first_qc', 'second_qc'] as const satisfies readonly Part[];

/** Parts outside the counters. */
export const UNTALLIED_PARTS = ['rework_qc_1', 'rework_qc_2'] as const satisfies readonly Part[];

const hasPart = (user: number): Condition =>
  sql`(${sql.join(
    ALL_PARTS.map((part) => PARTS[part](user)),
    sql` or `,
  )})`;

/**
 * The part of a user in a task: editor, QC, rechecker or supporter, each with an index. The hashed list of supported tasks avoids a
 * search for each task.
 */
const involves = (user: number): Condition => sql`
  (${hasPart(user)} or (${supports(user)} and t.task_id = any(array(${supported(user)}))))`;

/** One read of visible tasks: its tables and conditions. */
interface Read {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
}

/**
 * The tasks that a user sees by a part or a pool instead of the workstream, as disjoint reads with an index each. One condition with `or`
 * would scan all tasks.
 */
function readsBesides(sight: TaskVisibility, parts: readonly Part[], supportedFrom: RawBuilder<unknown>): Read[] {
  const me = sight.own;
  const reads: Read[] = [];
  const read = (where: readonly Condition[], from = sql`task t`) => void reads.push({ from, where });
  if (me !== null) {
    for (const part of parts) read([PARTS[part](me)]);
    read([sql`s.user_id = ${me}`], supportedFrom);
  }
  const elsewhere = me === null ? [] : [sql`(${hasPart(me)} or ${supports(me)}) is not true` as Condition];
  // A task waits either for an editor or for a QC.
  if (sight.editor_pool.length) read([inEditorPool(sight), ...elsewhere]);
  if (sight.qc_pool.length) read([sql`(t.status <> 9 and ${inQcPool(sight)})`, ...elsewhere]);
  return reads;
}

const oneAfterTheOther = (reads: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | null =>
  reads.length ? sql.join(reads, sql` union all `) : null;

/** These reads with the same filter, one after the other, so that counting stops at the limit. Null if no task can match. */
export function seenBesides(
  sight: TaskVisibility,
  narrowed: readonly Condition[],
  parts: readonly Part[] = ALL_PARTS,
): RawBuilder<unknown> | null {
  // Without a filter, the supporters are counted without a visit to the tasks.
  const supportedFrom = narrowed.length > 0 ? SUPPORTED_TASKS : sql`task_supporter s`;
  return oneAfterTheOther(
    readsBesides(sight, parts, supportedFrom).map(
      ({ from, where }) => sql`(select 1 from ${from} ${allOf([...where, ...narrowed])} ${upToMost})`,
    ),
  );
}

/** The statuses of these tasks with the same filter. Null if no task can match. */
export const statusesBesides = (
  sight: TaskVisibility,
  narrowed: readonly Condition[],
  parts: readonly Part[],
): RawBuilder<unknown> | null =>
  oneAfterTheOther(
    readsBesides(sight, parts, SUPPORTED_TASKS).map(
      ({ from, where }) => sql`select t.status from ${from} ${allOf([...where, ...narrowed])}`,
    ),
  );

/** Tasks of the editor pool in which the user has a part, each once. */
export const ownInEditorPool = (sight: TaskVisibility, me: number): RawBuilder<unknown> =>
  sql.join(
    [
      ...ALL_PARTS.map((part) => sql`(select 1 from task t where ${PARTS[part](me)} and ${inEditorPool(sight)})`),
      sql`(select 1 from ${SUPPORTED_TASKS} where s.user_id = ${me} and ${inEditorPool(sight)})`,
    ],
    sql` union all `,
  );

const inEditorPool = (sight: TaskVisibility): Condition => sql`(t.status = 1 and ${streams(sight.editor_pool)})`;
const inQcPool = (sight: TaskVisibility): Condition =>
  sql`((t.status in (4, 6) or ${lacksChecker} or (${lacksRecheck} and ${sight.own} <> all(t.edited_by)))
      and ${streams(sight.qc_pool)})`;

/** Mirrors the domain: a resolved task without the QC of its fault. */
export const lacksChecker: Condition = sql`(t.status = 12 and case when t.fault_stage = 2 then t.second_qc else t.first_qc end is null)`;

/** Mirrors the domain: rework that was not rechecked by a second QC. */
export const lacksRecheck: Condition = sql`(t.status = 14 and t.rework_qc_2 is null)`;

/** Visibility of tasks (domain §2) as a condition that mirrors the domain. Null if the user sees all tasks. */
export function visibilityCondition(sight: TaskVisibility): Condition | null {
  if (sight.everything) return null;
  const arms: Condition[] = [];
  if (sight.workstreams.length) arms.push(sql`${streams(sight.workstreams)}`);
  if (sight.own !== null) arms.push(involves(sight.own));
  if (sight.editor_pool.length) arms.push(inEditorPool(sight));
  if (sight.qc_pool.length) arms.push(inQcPool(sight));
  return arms.length ? sql`(${sql.join(arms, sql` or `)})` : sql`false`;
}
