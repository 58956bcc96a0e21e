import type { TaskVisibility } from '@darkroom/domain/task/visibility';
import { EDITOR_CODE, QC_CODE } from '@darkroom/domain/task/decide';
import { TaskStatus } from '@darkroom/domain/task/status';
import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import { hasPermission } from '@darkroom/domain/permission/access';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import { rejectUnknownFilters, type Condition, type FilteredRows } from '../../../db/list/condition.ts';
import { countRows, exactTotal, readTotal, type TotalPart } from '../../../db/list/total.ts';
import type { Ctx, SessionActor } from '../../../http/context.ts';
import type { InputFor } from '../../../http/handlers.ts';
import { findCategories2Below } from '../../category/category.service.ts';
import { findCustomers2Below } from '../../customer/customer.service.ts';
import { dueCondition, createTaskTextCondition } from '../../job/job-conditions.service.ts';
import { bandCondition } from '../../floor/floor-sql.ts';
import { buildCounterTotal, type Facet } from '../../counters/counter.service.ts';
import {
  hasNoQc,
  needsRecheck,
  selectOwnInEditorPool,
  selectOtherVisible,
  visibilityCondition,
  isInWorkstreams,
  isSupportedBy,
  COUNTED_PARTS,
  UNCOUNTED_PARTS,
} from './task.visibility.ts';

export type TaskFilter = Omit<InputFor<'task.list'>, 'page' | 'page_size' | 'sort'>;

/** Combines the permitted conditions with `or`. Without a condition, no task matches. */
const matchAny = (...options: readonly (Condition | false)[]): Condition => {
  const allowed = options.filter((option) => option !== false);
  return allowed.length > 0 ? sql`(${sql.join(allowed, sql` or `)})` : sql`false`;
};

/** Returns the condition of a scope (contract, TASK_SCOPES). All scopes are open work with one partial index. */
export function scopeCondition(scope: TaskFilter['scope'], actor: SessionActor): Condition | null {
  const me = actor.user_id;
  const editStreams = WORKSTREAMS.filter((w) => hasPermission(actor, EDITOR_CODE[w]));
  const checkStreams = hasPermission(actor, 'npn_review_task')
    ? WORKSTREAMS.filter((w) => hasPermission(actor, QC_CODE[w]))
    : [];
  // Mirrors `breaksFourEyes` in the domain: a pool has only tasks that four eyes allow.
  const isNotEditor = sql`(t.editor is distinct from ${me} and ${me} <> all(t.edited_by_ids) and not ${isSupportedBy(me)})`;
  const isNotFirstQc = sql`(t.first_qc is distinct from ${me} and ${me} <> all(t.qc1_by_ids))`;
  const isNotSecondQc = sql`(t.second_qc is distinct from ${me} and ${me} <> all(t.qc2_by_ids))`;
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
        or (t.status = 14 and (t.first_qc = ${me} or t.second_qc = ${me}) and ${isNotEditor} and t.rework_qc_1 is distinct from ${me}
            and t.rework_qc_2 is null)))`;
    case 'pool':
      // The repeated condition lets the planner use the index of open work.
      return sql`(t.status <> 9 and t.status in (1, 4, 6, 12, 14) and ${isInWorkstreams([...new Set([...editStreams, ...checkStreams])])} and ${matchAny(
        editStreams.length > 0 && sql`(t.status = 1 and ${isInWorkstreams(editStreams)} and not ${isSupportedBy(me)})`,
        checkStreams.length > 0 &&
          sql`(${isInWorkstreams(checkStreams)} and ${isNotEditor} and ((t.status = 4 and ${isNotSecondQc}) or (t.status = 6 and ${isNotFirstQc})
          or (${hasNoQc} and case when t.fault_stage = 2 then ${isNotFirstQc} else ${isNotSecondQc} end)
          or (${needsRecheck} and t.rework_qc_1 is distinct from ${me}
            and t.first_qc is distinct from ${me} and t.second_qc is distinct from ${me})))`,
      )})`;
    default: {
      const never: never = scope;
      return never;
    }
  }
}

export interface TaskListConditions {
  readonly where: Condition[];
  readonly plan: FilteredRows['plan'];
  readonly frequent?: number;
  /** Parts of the total: from the counters if they have the filter, else counted with an index. */
  readonly total: readonly TotalPart[];
}

/** If a filter matches at least this many tasks, an index scan in list order soon finds a page. */
const FREQUENT_TASKS = 10_000;

/** Creates the total of the editor pool from the counters. Tasks in which the user has a role are counted by role. */
const createPoolTotals = (visibility: TaskVisibility, me: number): TotalPart[] => [
  buildCounterTotal({
    list: 'task',
    facet: 'workstream',
    values: visibility.editor_pool,
    statuses: [TaskStatus.TO_DO],
  }),
  { rows: { from: sql`(${selectOwnInEditorPool(visibility, me)}) mine`, where: [], plan: 'once' }, taken: true },
];

const isAmong = (column: string, list: readonly number[]): Condition =>
  list.length === 1 ? sql`${sql.ref(column)} = ${list[0]}` : sql`${sql.ref(column)} = any(${list}::int[])`;

/** Creates all conditions of a task list, and the parts of its total. */
export async function taskConditions(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  filter: TaskFilter,
  visibility: TaskVisibility,
  /** Limits the list to these tasks or these jobs. */
  limitedTo: { tasks?: readonly number[] | undefined; jobs?: readonly number[] | undefined } = {},
): Promise<TaskListConditions> {
  const { scope, status, workstream, job_date_from, job_date_to, editor, first_qc, second_qc, ...rest } = filter;
  const { job_priority, job_id, has_support, waits_hours, due, band, text, ...levels } = rest;
  const { customer0_id, customer1_id, customer2_id, service_type_id, service_cat1_id, service_cat2_id, ...unhandled } =
    levels;
  rejectUnknownFilters(unhandled);
  const where: Condition[] = [];
  const facets: Omit<Facet, 'list'>[] = [];
  let isCountable = true;
  const addUncounted = (condition: Condition | null) => {
    if (!condition) return;
    where.push(condition);
    isCountable = false;
  };
  // Conditions that nearly every task meets: the total is all tasks minus the few others.
  const complements: { all: Condition; others: Condition }[] = [];
  const addNearlyAll = (all: Condition, others: Condition) => {
    where.push(all);
    complements.push({ all, others });
  };

  const customers = await findCustomers2Below(db, { customer0_id, customer1_id, customer2_id });
  const categories = await findCategories2Below(db, { service_type_id, service_cat1_id, service_cat2_id });
  addUncounted(scopeCondition(scope, actor));

  if (status?.length) {
    where.push(status.length === 1 ? sql`t.status = ${status[0]}` : sql`t.status = any(${status}::smallint[])`);
  }
  if (workstream) where.push(sql`t.workstream = ${workstream}`);
  if (job_date_from) where.push(sql`t.job_date >= ${job_date_from}::date`);
  if (job_date_to) where.push(sql`t.job_date <= ${job_date_to}::date`);
  if (job_date_from || job_date_to) {
    facets.push({ facet: 'day', from: job_date_from, to: job_date_to });
  }
  const addAmong = (facet: string, column: string, list: readonly number[] | null | undefined) => {
    if (!list || (facet !== 'customer2' && facet !== 'cat2' && list.length === 0)) return;
    where.push(isAmong(column, list));
    facets.push({ facet, values: list.map(String) });
  };
  addAmong('customer2', 't.customer2_id', customers);
  addAmong('cat2', 't.service_cat2_id', categories);
  addAmong('editor', 't.editor', editor);
  addAmong('first_qc', 't.first_qc', first_qc);
  addAmong('second_qc', 't.second_qc', second_qc);
  if (job_priority) {
    where.push(sql`t.job_priority = ${job_priority}`);
    facets.push({ facet: 'priority', values: [job_priority] });
  }
  if (job_id) addUncounted(sql`t.job_id = ${job_id}`);
  if (has_support !== undefined) {
    const hasSupporter = sql`exists (select 1 from task_supporter s where s.task_id = t.task_id)`;
    if (has_support) addUncounted(hasSupporter as Condition);
    else addNearlyAll(sql`not ${hasSupporter}`, hasSupporter as Condition);
  }
  if (waits_hours !== undefined) {
    const since = new Date(Date.parse(now) - waits_hours * 3_600_000).toISOString();
    addNearlyAll(sql`t.status_since < ${since}::timestamptz`, sql`t.status_since >= ${since}::timestamptz`);
  }
  if (due) addUncounted(dueCondition('t', due, now));
  if (band) addUncounted(bandCondition(band));
  if (text) addUncounted(await createTaskTextCondition(db, text));
  if (limitedTo.tasks) addUncounted(isAmong('t.task_id', limitedTo.tasks));
  if (limitedTo.jobs) addUncounted(isAmong('t.job_id', limitedTo.jobs));

  const from = sql`task t`;
  const isVisible = visibilityCondition(visibility);
  const allConditions = isVisible ? [isVisible, ...where] : where;
  // The own lists are open work in one small index, and a single filter has its own index by day. The better of two
  // indexes depends on the user.
  const isSingleFilter = [status, customers, categories, editor, first_qc, second_qc].every(
    (list) => (list?.length ?? 0) <= 1,
  );
  const isStable =
    scope !== 'all' ||
    (isSingleFilter &&
      where.length <= 1 &&
      [text, due, band, limitedTo.tasks, limitedTo.jobs].every((narrow) => narrow === undefined) &&
      complements.length === 0 &&
      !job_date_from &&
      !job_date_to &&
      visibility.own === null);
  // Single filters are read from their index by day, for rare and frequent values.
  const isSingleIndexRead =
    scope === 'all' &&
    visibility.everything &&
    where.length === 1 &&
    (job_priority !== undefined || [status, customers, categories].some((list) => list?.length === 1));
  const isPlannedOnce = isSingleIndexRead || (scope !== 'all' && where.length === 1);
  const plan = isPlannedOnce ? 'once' : isStable ? 'kept' : undefined;
  const requestedStreams = workstream ? [workstream] : WORKSTREAMS;
  const createFacet = (
    filterFacets: readonly Omit<Facet, 'list'>[],
    streams: readonly Workstream[] = requestedStreams,
  ): Facet | null => {
    const [facet, ...more] = filterFacets;
    if (!isCountable || more.length > 0) return null;
    const countedFacet = facet ? { ...facet, streams } : { facet: 'workstream', values: streams };
    return { list: 'task', statuses: status, ...countedFacet };
  };
  const [complement, ...otherComplements] = complements;
  // The list of supporters is enough. The tasks are not read.
  const supporterList: FilteredRows | null =
    has_support !== undefined && visibility.everything && where.length === 1
      ? { from: sql`(select distinct task_id from task_supporter) helped`, where: [], plan: 'once' }
      : null;
  const createTotal = (facet: Facet | null, conditions: readonly Condition[]): TotalPart => {
    const rows: TotalPart = { rows: has_support && supporterList ? supporterList : { from, where: conditions, plan } };
    if (!facet || otherComplements.length > 0) return rows;
    if (!complement) return buildCounterTotal(facet);
    const others = conditions.map((condition) => (condition === complement.all ? complement.others : condition));
    const steps = async (reader: Database) => {
      const complementCount = await countRows(reader, supporterList ?? { from, where: others });
      if (complementCount.least) return readTotal(reader, [rows]);
      return exactTotal((await readTotal(reader, [buildCounterTotal(facet)])).items - complementCount.items);
    };
    return { steps };
  };
  const countUnion = (reads: RawBuilder<unknown>): TotalPart => ({
    rows: { from: sql`(${reads}) seen`, where: [], plan: where.length === 0 ? 'once' : 'kept' },
  });
  /**
   * Creates the total of tasks that are visible only by the user's roles: disjoint roles from the counters, and the
   * rest counted.
   */
  const createOwnTotals = (me: number): TotalPart[] | null => {
    const [facet, ...more] = facets;
    if (!isCountable || complements.length > 0 || more.length > 0) return null;
    // A filter by the user's own role contains only visible tasks.
    const isOwnPart = COUNTED_PARTS.some((part) => part === facet?.facet) && facet?.values?.join() === String(me);
    if (facet) return isOwnPart ? [createTotal(createFacet(facets), where)] : null;
    const countedTotal = createTotal(createFacet([{ facet: COUNTED_PARTS, values: [String(me)] }]), where);
    const editorPool = where.length === 0 ? visibility.editor_pool : [];
    const withoutPool = editorPool.length > 0 ? { ...visibility, editor_pool: [] } : visibility;
    const rest = selectOtherVisible(withoutPool, where, UNCOUNTED_PARTS);
    return [
      countedTotal,
      ...(editorPool.length > 0 ? createPoolTotals(visibility, me) : []),
      ...(rest ? [countUnion(rest)] : []),
    ];
  };
  const createTotals = (): TotalPart[] => {
    if (visibility.everything) return [createTotal(createFacet(facets), where)];
    // Own lists, late or due tasks and bands are open work in one small index. A text is matched with its jobs once,
    // and given tasks are read by key.
    const isSmallList =
      scope !== 'all' || [due, band, text, limitedTo.tasks, limitedTo.jobs].some((narrow) => narrow !== undefined);
    if (isSmallList) return [createTotal(null, allConditions)];
    const wholeStreams = requestedStreams.filter((requestedStream) => visibility.workstreams.includes(requestedStream));
    if (wholeStreams.length === 0 && visibility.own !== null) {
      const ownTotals = createOwnTotals(visibility.own);
      if (ownTotals !== null) return ownTotals;
    }
    const outsideConditions = wholeStreams.length
      ? [sql`not ${isInWorkstreams(wholeStreams)}` as Condition, ...where]
      : where;
    const otherReads =
      wholeStreams.length === requestedStreams.length ? null : selectOtherVisible(visibility, outsideConditions);
    const streamTotals = wholeStreams.length
      ? [createTotal(createFacet(facets, wholeStreams), [isInWorkstreams(wholeStreams) as Condition, ...where])]
      : [];
    return otherReads ? [...streamTotals, countUnion(otherReads)] : streamTotals;
  };
  // Most users see a large share of the tasks if only visibility limits the list.
  const frequent = plan === undefined && scope === 'all' && where.length === 0 ? { frequent: FREQUENT_TASKS } : {};
  return { where: allConditions, plan, ...frequent, total: createTotals() };
}
