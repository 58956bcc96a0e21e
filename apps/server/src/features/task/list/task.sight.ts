import type { TaskSight } from '@darkroom/domain/task/visibility';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { sql, type RawBuilder } from 'kysely';
import { allOf, type Condition } from '../../../db/list/condition.ts';
import { upToMost } from '../../../db/list/total.ts';

/** Tasks of some workstreams. */
export const streams = (list: readonly Workstream[]) => sql`t.workstream = any(${list}::text[])`;

const supported = (user: number) => sql`select s.task_id from task_supporter s where s.user_id = ${user}`;

/**
 * The part a person has in a task: editor, checker, rechecker or supporter. Each is one way in by an index, supporters' as a list of tasks. Where
 * tasks are read in their order instead, that list is looked through once for each of them, and somebody may have supported a thousand:
 * the same as a table that is hashed stands before it.
 */
const involves = (user: number): Condition => sql`
  (t.editor = ${user} or t.first_qc = ${user} or t.second_qc = ${user} or t.rework_qc_1 = ${user} or t.rework_qc_2 = ${user}
   or (t.task_id in (${supported(user)}) and t.task_id = any(array(${supported(user)}))))`;

/** Parts in a task of which nobody ever has two (four eyes), each counted by the tally: what one has of them adds up. */
export const PARTS_APART = ['editor', 'first_qc', 'second_qc'] as const;
const PARTS = [...PARTS_APART, 'rework_qc_1', 'rework_qc_2'] as const;
type Part = (typeof PARTS)[number];
const isApart = (part: Part) => PARTS_APART.some((apart) => apart === part);

/**
 * The tasks somebody sees for another reason than their workstream (a part in them, a pool), as reads that each have an index, narrowed
 * alike, one after the other: none holds what one before it does, so that counting ends where enough were met. As one condition with `or`
 * it would be read off every task there is.
 */
export function seenBesides(
  sight: TaskSight,
  narrowed: readonly Condition[],
  parts: readonly Part[] = PARTS,
): RawBuilder<unknown> | null {
  const me = sight.own;
  const reads: RawBuilder<unknown>[] = [];
  const read = (own: Condition, without: readonly Condition[], from = sql`task t`) =>
    void reads.push(sql`(select t.task_id from ${from} ${allOf([own, ...without, ...narrowed])} ${upToMost})`);
  const before: Condition[] = [];
  if (me !== null) {
    for (const part of parts) {
      const holder = sql.ref(`t.${part}`);
      read(sql`${holder} = ${me}`, isApart(part) ? [] : before);
      before.push(sql`${holder} is distinct from ${me}`);
    }
    read(sql`s.user_id = ${me}`, before, sql`task_supporter s join task t on t.task_id = s.task_id`);
    before.push(sql`t.task_id not in (${supported(me)})`);
  }
  // What waits for an editor waits for no checker.
  if (sight.editor_pool.length) read(inEditorPool(sight), before);
  if (sight.qc_pool.length) read(sql`(t.status <> 9 and ${inQcPool(sight)})`, before);
  return reads.length ? sql.join(reads, sql` union all `) : null;
}

export const inEditorPool = (sight: TaskSight): Condition => sql`(t.status = 1 and ${streams(sight.editor_pool)})`;
const inQcPool = (sight: TaskSight): Condition =>
  sql`((t.status in (4, 6) or ${lacksChecker} or (${lacksRecheck} and ${sight.own} <> all(t.edited_by)))
      and ${streams(sight.qc_pool)})`;

/** The twin of `lacksChecker` in the domain. */
export const lacksChecker: Condition = sql`(t.status = 12 and case when t.fault_stage = 2 then t.second_qc else t.first_qc end is null)`;

/** The twin of `lacksRecheck` in the domain. */
export const lacksRecheck: Condition = sql`(t.status = 14 and t.rework_qc_2 is null)`;

/** Domain §2 "Who sees which tasks" as a condition; null when everything is seen. The twin of `sees` in the domain. */
export function sightCondition(sight: TaskSight): Condition | null {
  if (sight.everything) return null;
  const arms: Condition[] = [];
  if (sight.workstreams.length) arms.push(sql`${streams(sight.workstreams)}`);
  if (sight.own !== null) arms.push(involves(sight.own));
  if (sight.editor_pool.length) arms.push(inEditorPool(sight));
  if (sight.qc_pool.length) arms.push(inQcPool(sight));
  return arms.length ? sql`(${sql.join(arms, sql` or `)})` : sql`false`;
}
