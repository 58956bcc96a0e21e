import type { TaskVisibility } from '@darkroom/domain/task/visibility';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import { allOf, type Condition } from '../../../db/list/condition.ts';
import { upToMost } from '../../../db/list/total.ts';

/** Tasks of some workstreams. */
export const streams = (list: readonly Workstream[]) => sql`t.workstream = any(${list}::text[])`;

/** The tasks somebody supports, as a list: their own work only, never long against the tasks there are. */
const supported = (user: number) => sql`select s.task_id from task_supporter s where s.user_id = ${user}`;

/** Who supports it, and each task. */
const SUPPORTED_TASKS = sql`task_supporter s join task t on t.task_id = s.task_id`;

/** Whether somebody supports a task: looked up in a list that is read once, however many tasks are asked. */
export const supports = (user: number): Condition => sql`t.task_id in (${supported(user)})`;

/** Parts in a task other than supporting. Nobody has two of them (four eyes), so their counts add up. */
const PARTS = {
  editor: (user) => sql`t.editor = ${user}`,
  first_qc: (user) => sql`t.first_qc = ${user}`,
  second_qc: (user) => sql`t.second_qc = ${user}`,
  rework_qc_1: (user) => recheckedBy('rework_qc_1', user),
  rework_qc_2: (user) => recheckedBy('rework_qc_2', user),
} as const satisfies Record<string, (user: number) => Condition>;
type Part = keyof typeof PARTS;
const ALL_PARTS = Object.keys(PARTS) as Part[];

/** To the letter the condition of the indexes `task_rechecked_1` and `_2`, which hold only the few such tasks. */
const recheckedBy = (column: 'rework_qc_1' | 'rework_qc_2', user: number): Condition => {
  const who = sql.ref(`t.${column}`);
  return sql`(${who} = ${user} and ${who} is distinct from t.first_qc and ${who} is distinct from t.second_qc)`;
};

/** Those the tally counts (features/counters). */
export const TALLIED_PARTS = ['editor', 'first_qc', 'second_qc'] as const satisfies readonly Part[];

/** Those it does not count. */
export const UNTALLIED_PARTS = ['rework_qc_1', 'rework_qc_2'] as const satisfies readonly Part[];

const hasPart = (user: number): Condition =>
  sql`(${sql.join(
    ALL_PARTS.map((part) => PARTS[part](user)),
    sql` or `,
  )})`;

/**
 * The part a person has in a task: editor, checker, rechecker or supporter. Each is one way in by an index, supporters' as a list of tasks. Where
 * tasks are read in their order instead, that list is looked through once for each of them, and somebody may have supported a thousand:
 * the same as a table that is hashed stands before it.
 */
const involves = (user: number): Condition => sql`
  (${hasPart(user)} or (${supports(user)} and t.task_id = any(array(${supported(user)}))))`;

/** One way in to tasks somebody sees: from where it reads, and by what. */
interface Read {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
}

/**
 * The tasks somebody sees for another reason than their workstream (a part in them, a pool), as reads that each have an index: none holds
 * what another does (who supports a task has no other part in it). As one condition with `or` it would be read off every task there is.
 *
 * @param supportedFrom where `s` is, whom they support
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
  // What waits for an editor waits for no checker.
  if (sight.editor_pool.length) read([inEditorPool(sight), ...elsewhere]);
  if (sight.qc_pool.length) read([sql`(t.status <> 9 and ${inQcPool(sight)})`, ...elsewhere]);
  return reads;
}

const oneAfterTheOther = (reads: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | null =>
  reads.length ? sql.join(reads, sql` union all `) : null;

/** Those tasks, narrowed alike, one after the other, so that counting ends where enough were met; null where there can be none. */
export function seenBesides(
  sight: TaskVisibility,
  narrowed: readonly Condition[],
  parts: readonly Part[] = ALL_PARTS,
): RawBuilder<unknown> | null {
  // Where they are not narrowed, the tasks themselves need not be visited.
  const supportedFrom = narrowed.length > 0 ? SUPPORTED_TASKS : sql`task_supporter s`;
  return oneAfterTheOther(
    readsBesides(sight, parts, supportedFrom).map(
      ({ from, where }) => sql`(select 1 from ${from} ${allOf([...where, ...narrowed])} ${upToMost})`,
    ),
  );
}

/** The statuses of those tasks, narrowed alike; null where there can be none. */
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

/** What editors could take and somebody has a part in all the same, each task once. */
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

/** The twin of `lacksChecker` in the domain. */
export const lacksChecker: Condition = sql`(t.status = 12 and case when t.fault_stage = 2 then t.second_qc else t.first_qc end is null)`;

/** The twin of `lacksRecheck` in the domain. */
export const lacksRecheck: Condition = sql`(t.status = 14 and t.rework_qc_2 is null)`;

/** Domain §2 "Who sees which tasks" as a condition; null when everything is seen. The twin of `sees` in the domain. */
export function visibilityCondition(sight: TaskVisibility): Condition | null {
  if (sight.everything) return null;
  const arms: Condition[] = [];
  if (sight.workstreams.length) arms.push(sql`${streams(sight.workstreams)}`);
  if (sight.own !== null) arms.push(involves(sight.own));
  if (sight.editor_pool.length) arms.push(inEditorPool(sight));
  if (sight.qc_pool.length) arms.push(inQcPool(sight));
  return arms.length ? sql`(${sql.join(arms, sql` or `)})` : sql`false`;
}
