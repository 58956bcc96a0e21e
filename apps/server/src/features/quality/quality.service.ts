import type { QualityLine, QualityTask } from '@darkroom/contract/quality/quality';
import { getPreviousPeriod } from '@darkroom/domain/price/period';
import {
  sumCounts,
  MIN_PEOPLE,
  NO_COUNTS,
  QUALITY_COUNTS,
  type QualityCounts,
  FAULT_RATE,
  FORMULAS,
} from '@darkroom/domain/quality/figures';
import {
  getAverageWorkstreams,
  getQualityVisibility,
  type QualityVisibility,
} from '@darkroom/domain/quality/visibility';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { toListResponse, readPage } from '../../db/list/page.ts';
import { exactTotal, type TotalPart } from '../../db/list/total.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { readTaskRows } from '../task/task-access.service.ts';
import {
  findCounts,
  countFaults,
  findState,
  type QualityQuery,
  type CountsLine,
  factsPage,
  findFacts,
  type FigurePart,
} from './quality.queries.ts';

type Filter = Pick<
  InputFor<'quality.tasks'>,
  'date_from' | 'date_to' | 'mine' | 'workstream' | 'editor' | 'service_cat2_id' | 'cus_id1'
>;

/** Returns the people and workstreams that the caller can see. Throws `not_found` if the filter asks for more. */
export function requireQualityVisibility({ actor }: Ctx, filter: Filter): QualityVisibility {
  const visibility = getQualityVisibility(actor, filter);
  if (typeof visibility === 'string') throw fail('not_found', { field: visibility });
  return visibility;
}

export const toQualityQuery = ({ workstreams, editor }: QualityVisibility, filter: Filter): QualityQuery => ({
  period: { from: filter.date_from, to: filter.date_to },
  workstreams,
  narrowed: { editor, cat2: filter.service_cat2_id, cus1: filter.cus_id1 },
});

/**
 * Reads the quality of a period (decision 131) from the stored sums. The number of rows read is independent of the
 * bureau's size.
 */
export async function readQuality(ctx: Ctx, input: InputFor<'quality.report'>): Promise<ResponseOf<'quality.report'>> {
  const visibility = requireQualityVisibility(ctx, input);
  const qualityQuery = toQualityQuery(visibility, input);
  const before = { ...qualityQuery, period: getPreviousPeriod(qualityQuery.period) };
  const [now, countsBefore, kinds, kindsBefore, weeks, state, average, checking] = await Promise.all([
    findCounts(ctx.db, qualityQuery, input.by),
    findCounts(ctx.db, before, input.by),
    countFaults(ctx.db, qualityQuery),
    countFaults(ctx.db, before),
    findCounts(ctx.db, qualityQuery, 'week'),
    findState(ctx.db),
    visibility.mine ? readAverage(ctx, qualityQuery) : null,
    visibility.mine ? readChecking(ctx, qualityQuery) : null,
  ]);
  return {
    mine: visibility.mine,
    results: toLines(now, countsBefore),
    total: sumCounts(now),
    before: sumCounts(countsBefore),
    faults: [...new Set([...kinds, ...kindsBefore].map(({ kind }) => kind))].map((kind) => ({
      kind,
      n: kinds.find((item) => item.kind === kind)?.n ?? 0,
      before: kindsBefore.find((item) => item.kind === kind)?.n ?? 0,
    })),
    weeks: weeks.map(({ key: week, ...counts }) => ({ week, counts })),
    average,
    checking,
    ...state,
  };
}

/** Reads the counts of the workstreams that the caller leads. Null if they lead none, because their report is about themself. */
export async function readLedQuality(
  ctx: Ctx,
  period: Pick<Filter, 'date_from' | 'date_to'>,
): Promise<QualityCounts | null> {
  const filter = { ...period, mine: false };
  const visibility = requireQualityVisibility(ctx, filter);
  return visibility.mine ? null : sumCounts(await findCounts(ctx.db, toQualityQuery(visibility, filter), null));
}

/** Returns the lines of both periods side by side. Weeks differ, so they come from the current period only. */
function toLines(now: readonly CountsLine[], before: readonly CountsLine[]): QualityLine[] {
  const countsBefore = new Map(before.map(({ key, ...counts }) => [key, counts]));
  return now
    .filter(hasCounts)
    .map(({ key, ...counts }) => ({ key, now: counts, before: countsBefore.get(key) ?? NO_COUNTS }));
}

const hasCounts = (counts: QualityCounts): boolean => QUALITY_COUNTS.some((count) => counts[count] !== 0);

/** Reads the average of the caller's workstreams. Returns null if it would reveal one of only a few people. */
async function readAverage(
  { db, actor }: Ctx,
  { period, narrowed: factFilter }: QualityQuery,
): Promise<QualityCounts | null> {
  const workstreams = getAverageWorkstreams(actor);
  if (workstreams.length === 0) return null;
  const { cat2, cus1 } = factFilter;
  const people = (await findCounts(db, { period, workstreams, narrowed: { cat2, cus1 } }, 'editor')).filter(hasCounts);
  return people.length < MIN_PEOPLE ? null : sumCounts(people);
}

/** Reads the caller's own checks, in all categories. */
async function readChecking({ db, actor }: Ctx, { period, workstreams }: QualityQuery): Promise<QualityCounts | null> {
  const [checkCounts] = await findCounts(db, { period, workstreams, narrowed: { checker: actor.user_id } }, null);
  if (!checkCounts || checkCounts.checked === 0) return null;
  const { key: _key, ...counts } = checkCounts;
  return counts;
}

/** Lists the tasks behind a figure: as many as it counts, each with the columns that the caller can see today. */
export async function listQualityTasks(
  ctx: Ctx,
  input: InputFor<'quality.tasks'>,
): Promise<ResponseOf<'quality.tasks'>> {
  const { page, page_size, figure, part, kind } = input;
  const checking = figure === 'checking';
  const qualityQuery = toQualityQuery(requireQualityVisibility(ctx, { ...input, mine: input.mine || checking }), input);
  // The caller's own checks are of other people's work.
  const factFilter = checking ? { checker: ctx.actor.user_id } : qualityQuery.narrowed;
  const query = factsPage({ ...qualityQuery, narrowed: factFilter }, { figure, part, kind });
  const factCount = await countFacts(ctx, { ...qualityQuery, narrowed: factFilter }, { figure, part, kind });
  const total: TotalPart =
    factCount === null ? { rows: query } : { steps: () => Promise.resolve(exactTotal(factCount)) };
  const { ids, total: items } = await readPage(ctx.db, { query, total: [total] }, { page, page_size });
  return toListResponse(await readFactsWithTasks(ctx, ids), items, page_size);
}

/** Reads the number from the sums. Returns null if they lack this combination. */
async function countFacts(
  { db }: Ctx,
  qualityQuery: QualityQuery,
  { figure, part, kind }: FigurePart,
): Promise<number | null> {
  if (kind !== undefined) {
    if (figure !== 'faults' || part !== 'numerator') return null;
    return (await countFaults(db, qualityQuery)).find((fault) => fault.kind === kind)?.n ?? 0;
  }
  if (figure === 'faults' && part !== 'numerator') return null;
  const [counts = NO_COUNTS] = await findCounts(db, qualityQuery, null);
  if (figure === 'faults') return counts.refused;
  const { numerator, denominator } = figure === 'checking' ? FAULT_RATE : FORMULAS[figure];
  if (part === 'remainder') return counts[denominator] - counts[numerator];
  return counts[part === 'numerator' ? numerator : denominator];
}

async function readFactsWithTasks(ctx: Ctx, ids: readonly number[]): Promise<QualityTask[]> {
  const facts = await findFacts(ctx.db, ids);
  const tasks = await readTaskRows(ctx.db, [...new Set(facts.map(({ task_id }) => task_id))]);
  const byId = new Map(tasks.map((task) => [task.task_id, task]));
  const visibility = getTaskVisibility(ctx.actor);
  return facts.flatMap(({ editor, checker, ...fact }) => {
    const task = byId.get(fact.task_id);
    // The task was deleted. The next rollup corrects the figure.
    if (!task) return [];
    const { status, sub_prod_id, job_name, workstream, service_cat2_id, customer2_id } = task;
    const taskColumns = { sub_prod_id, job_name, workstream, service_cat2_id, customer2_id, editor, checker };
    return [{ ...fact, status, task: canView(visibility, task) ? taskColumns : null }];
  });
}
