import type { TaskVisibility } from '@darkroom/domain/task/visibility';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { holds } from '@darkroom/domain/permission/access';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import { nothingLeft, type Condition, type Narrowed } from '../../../db/list/condition.ts';
import { countRows, exactly, readTotal, type TotalPart } from '../../../db/list/total.ts';
import type { Ctx, SessionActor } from '../../../http/context.ts';
import type { InputFor } from '../../../http/handlers.ts';
import { categories2Below } from '../../category/category.service.ts';
import { customers2Below } from '../../customer/customer.service.ts';
import { dueCondition, namedTask } from '../../job/job-conditions.service.ts';
import { bandCondition } from '../../floor/floor-sql.ts';
import { tallied, type Facet } from '../../counters/counter.service.ts';
import {
  lacksChecker,
  lacksRecheck,
  ownInEditorPool,
  seenBesides,
  visibilityCondition,
  streams,
  supports,
  TALLIED_PARTS,
  UNTALLIED_PARTS,
} from './task.visibility.ts';

export type TaskFilter = Omit<InputFor<'task.list'>, 'page' | 'page_size' | 'sort'>;

/** Combines the permitted arms with `or`. Without any arm it matches no task. */
const anyOf = (...arms: readonly (Condition | false)[]): Condition => {
  const able = arms.filter((arm) => arm !== false);
  return able.length > 0 ? sql`(${sql.join(able, sql` or `)})` : sql`false`;
};

/** Conditions of the scopes (contract, TASK_SCOPES). All scopes are open work, which one small partial index holds. */
export function scopeCondition(scope: TaskFilter['scope'], actor: SessionActor): Condition | null {
  const me = actor.user_id;
  const edits = WORKSTREAMS.filter((w) => holds(actor, EDITOR_CODE[w]));
  const checks = holds(actor, 'npn_review_task') ? WORKSTREAMS.filter((w) => holds(actor, QC_CODE[w])) : [];
  // Mirrors `breaksFourEyes` in the domain: a pool holds only tasks that four eyes allow.
  const notMade = sql`(t.editor is distinct from ${me} and ${me} <> all(t.edited_by) and not ${supports(me)})`;
  const notFirst = sql`(t.first_qc is distinct from ${me} and ${me} <> all(t.qc1_by))`;
  const notSecond = sql`(t.second_qc is distinct from ${me} and ${me} <> all(t.qc2_by))`;
  switch (scope) {
    case 'all':
      return null;
    case 'mine':
      return sql`(t.status <> 9 and ((t.editor = ${me} and t.status = 3) or (t.first_qc = ${me} and t.status = 5)
        or (t.second_qc = ${me} and t.status = 7)))`;
    case 'waiting':
      return sql`(t.status <> 9 and ((t.editor = ${me} and t.status in (2, 10, 11, 13))
        or (t.first_qc = ${me} and t.status = 12 and t.fault_stage = 1)
        or (t.second_qc = ${me} and t.status = 12 and t.fault_stage = 2)
        or (t.status = 14 and (t.first_qc = ${me} or t.second_qc = ${me}) and ${notMade} and t.rework_qc_1 is distinct from ${me}
            and t.rework_qc_2 is null)))`;
    case 'pool':
      // The repeated condition lets the planner use the index of open work.
      return sql`(t.status <> 9 and t.status in (1, 4, 6, 12, 14) and ${streams([...new Set([...edits, ...checks])])} and ${anyOf(
        edits.length > 0 && sql`(t.status = 1 and ${streams(edits)} and not ${supports(me)})`,
        checks.length > 0 &&
          sql`(${streams(checks)} and ${notMade} and ((t.status = 4 and ${notSecond}) or (t.status = 6 and ${notFirst})
          or (${lacksChecker} and case when t.fault_stage = 2 then ${notFirst} else ${notSecond} end)
          or (${lacksRecheck} and t.rework_qc_1 is distinct from ${me}
            and t.first_qc is distinct from ${me} and t.second_qc is distinct from ${me})))`,
      )})`;
    default: {
      const never: never = scope;
      return never;
    }
  }
}

export interface ReadyFilter {
  readonly where: Condition[];
  readonly plan: Narrowed['plan'];
  readonly frequent?: number;
  /** Parts of the total: from the counters if they hold the filter, else counted with an index. */
  readonly total: readonly TotalPart[];
}

/** A match is found soon in a set of this many tasks. */
const FREQUENT = 10_000;

/** The editor pool by the counters, without tasks in which the user has a part. Those are counted with the parts. */
const poolBesides = (sight: TaskVisibility, me: number): TotalPart[] => [
  tallied({ list: 'task', facet: 'workstream', values: sight.editor_pool, statuses: [TaskStatus.TO_DO] }),
  { rows: { from: sql`(${ownInEditorPool(sight, me)}) mine`, where: [], plan: 'once' }, taken: true },
];

const isAmong = (column: string, list: readonly number[]): Condition =>
  list.length === 1 ? sql`${sql.ref(column)} = ${list[0]}` : sql`${sql.ref(column)} = any(${list}::int[])`;

/** All conditions of a task list, and the parts of its total. */
export async function taskConditions(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  filter: TaskFilter,
  sight: TaskVisibility,
  /** Limits the list to these tasks or these jobs. */
  named: { tasks?: readonly number[] | undefined; jobs?: readonly number[] | undefined } = {},
): Promise<ReadyFilter> {
  const { scope, status, workstream, job_date_from, job_date_to, editor, first_qc, second_qc, ...rest } = filter;
  const { job_priority, job_id, has_support, waits_hours, due, band, text, ...levels } = rest;
  const { customer0_id, customer1_id, customer2_id, service_type_id, service_cat1_id, service_cat2_id, ...left } =
    levels;
  nothingLeft(left);
  const where: Condition[] = [];
  const facets: Omit<Facet, 'list'>[] = [];
  let countable = true;
  const other = (condition: Condition | null) => {
    if (!condition) return;
    where.push(condition);
    countable = false;
  };
  // Conditions that nearly every task meets: the total is all tasks minus the few others.
  const fewOthers: { all: Condition; others: Condition }[] = [];
  const nearlyAll = (all: Condition, others: Condition) => {
    where.push(all);
    fewOthers.push({ all, others });
  };

  const customers = await customers2Below(db, { customer0_id, customer1_id, customer2_id });
  const categories = await categories2Below(db, { service_type_id, service_cat1_id, service_cat2_id });
  other(scopeCondition(scope, actor));

  if (status?.length) {
    where.push(status.length === 1 ? sql`t.status = ${status[0]}` : sql`t.status = any(${status}::smallint[])`);
  }
  if (workstream) where.push(sql`t.workstream = ${workstream}`);
  if (job_date_from) where.push(sql`t.job_date >= ${job_date_from}::date`);
  if (job_date_to) where.push(sql`t.job_date <= ${job_date_to}::date`);
  if (job_date_from || job_date_to) {
    facets.push({ facet: 'day', from: job_date_from, to: job_date_to });
  }
  const among = (facet: string, column: string, list: readonly number[] | null | undefined) => {
    if (!list || (facet !== 'customer2' && facet !== 'cat2' && list.length === 0)) return;
    where.push(isAmong(column, list));
    facets.push({ facet, values: list.map(String) });
  };
  among('customer2', 't.customer2_id', customers);
  among('cat2', 't.service_cat2_id', categories);
  among('editor', 't.editor', editor);
  among('first_qc', 't.first_qc', first_qc);
  among('second_qc', 't.second_qc', second_qc);
  if (job_priority) {
    where.push(sql`t.job_priority = ${job_priority}`);
    facets.push({ facet: 'priority', values: [job_priority] });
  }
  if (job_id) other(sql`t.job_id = ${job_id}`);
  if (has_support !== undefined) {
    const has = sql`exists (select 1 from task_supporter s where s.task_id = t.task_id)`;
    if (has_support) other(has as Condition);
    else nearlyAll(sql`not ${has}`, has as Condition);
  }
  if (waits_hours !== undefined) {
    const since = new Date(Date.parse(now) - waits_hours * 3_600_000).toISOString();
    nearlyAll(sql`t.status_since < ${since}::timestamptz`, sql`t.status_since >= ${since}::timestamptz`);
  }
  if (due) other(dueCondition('t', due, now));
  if (band) other(bandCondition(band));
  if (text) other(await namedTask(db, text));
  if (named.tasks) other(isAmong('t.task_id', named.tasks));
  if (named.jobs) other(isAmong('t.job_id', named.jobs));

  const from = sql`task t`;
  const seen = visibilityCondition(sight);
  const all = seen ? [seen, ...where] : where;
  // The own lists are open work in one small index, and a single filter has its own index by day. A user's parts are all tasks or only
  // three of them, so the values decide which of two indexes is shorter.
  const alone = [status, customers, categories, editor, first_qc, second_qc].every((list) => (list?.length ?? 0) <= 1);
  const steady =
    scope !== 'all' ||
    (alone &&
      where.length <= 1 &&
      [text, due, band, named.tasks, named.jobs].every((narrow) => narrow === undefined) &&
      fewOthers.length === 0 &&
      !job_date_from &&
      !job_date_to &&
      sight.own === null);
  // Single filters are read from their index by day, for rare and frequent values.
  const offOneIndex =
    scope === 'all' &&
    sight.everything &&
    where.length === 1 &&
    (job_priority !== undefined || [status, customers, categories].some((list) => list?.length === 1));
  const once = offOneIndex || (scope !== 'all' && where.length === 1);
  const plan = once ? 'once' : steady ? 'kept' : undefined;
  const asked = workstream ? [workstream] : WORKSTREAMS;
  const facetOf = (some: readonly Omit<Facet, 'list'>[], streams: readonly Workstream[] = asked): Facet | null => {
    const [facet, ...more] = some;
    if (!countable || more.length > 0) return null;
    const counted = facet ? { ...facet, streams } : { facet: 'workstream', values: streams };
    return { list: 'task', statuses: status, ...counted };
  };
  const [few, ...fewer] = fewOthers;
  // The list of supporters answers alone, without a visit to the tasks.
  const helped: Narrowed | null =
    has_support !== undefined && sight.everything && where.length === 1
      ? { from: sql`(select distinct task_id from task_supporter) helped`, where: [], plan: 'once' }
      : null;
  const count = (facet: Facet | null, conditions: readonly Condition[]): TotalPart => {
    const rows: TotalPart = { rows: has_support && helped ? helped : { from, where: conditions, plan } };
    if (!facet || fewer.length > 0) return rows;
    if (!few) return tallied(facet);
    const others = conditions.map((condition) => (condition === few.all ? few.others : condition));
    const steps = async (reader: Database) => {
      const left = await countRows(reader, helped ?? { from, where: others });
      if (left.least) return readTotal(reader, [rows]);
      return exactly((await readTotal(reader, [tallied(facet)])).items - left.items);
    };
    return { steps };
  };
  const union = (arms: RawBuilder<unknown>): TotalPart => ({
    rows: { from: sql`(${arms}) seen`, where: [], plan: where.length === 0 ? 'once' : 'kept' },
  });
  /** The total of tasks that are visible by the user's parts alone: disjoint parts from the counters, the rest counted. */
  const ownTotal = (me: number): TotalPart[] | null => {
    const [facet, ...more] = facets;
    if (!countable || fewOthers.length > 0 || more.length > 0) return null;
    // A filter by the user's own part contains only visible tasks.
    const mine = TALLIED_PARTS.some((part) => part === facet?.facet) && facet?.values?.join() === String(me);
    if (facet) return mine ? [count(facetOf(facets), where)] : null;
    const sum = count(facetOf([{ facet: TALLIED_PARTS, values: [String(me)] }]), where);
    const pool = where.length === 0 ? sight.editor_pool : [];
    const besides = pool.length > 0 ? { ...sight, editor_pool: [] } : sight;
    const rest = seenBesides(besides, where, UNTALLIED_PARTS);
    return [sum, ...(pool.length > 0 ? poolBesides(sight, me) : []), ...(rest ? [union(rest)] : [])];
  };
  const total = (): TotalPart[] => {
    if (sight.everything) return [count(facetOf(facets), where)];
    // Own lists, late or due tasks and bands are open work in one small index. A text is matched by its jobs once, and given tasks are read
    // by key.
    const small = scope !== 'all' || [due, band, text, named.tasks, named.jobs].some((narrow) => narrow !== undefined);
    if (small) return [count(null, all)];
    const whole = asked.filter((one) => sight.workstreams.includes(one));
    if (whole.length === 0 && sight.own !== null) {
      const own = ownTotal(sight.own);
      if (own !== null) return own;
    }
    const elsewhere = whole.length ? [sql`not ${streams(whole)}` as Condition, ...where] : where;
    const besides = whole.length === asked.length ? null : seenBesides(sight, elsewhere);
    const listed = whole.length ? [count(facetOf(facets, whole), [streams(whole) as Condition, ...where])] : [];
    return besides ? [...listed, union(besides)] : listed;
  };
  // Most users see a large share of the tasks if only visibility limits the list.
  const frequent = plan === undefined && scope === 'all' && where.length === 0 ? { frequent: FREQUENT } : {};
  return { where: all, plan, ...frequent, total: total() };
}
