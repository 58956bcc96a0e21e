import type { QualityLine, QualityTask } from '@darkroom/contract/quality/quality';
import { periodBefore } from '@darkroom/domain/price/period';
import {
  addCounts,
  LEAST_PEOPLE,
  NO_COUNTS,
  QUALITY_COUNTS,
  type QualityCounts,
  CHECKING,
  FORMULAS,
} from '@darkroom/domain/quality/figures';
import { averagedOver, qualityVisibility, type QualityVisibility } from '@darkroom/domain/quality/visibility';
import { canView, taskVisibility } from '@darkroom/domain/task/visibility';
import { listAnswer, readPage } from '../../db/list/page.ts';
import { exactly, type TotalPart } from '../../db/list/total.ts';
import { fail } from '../../http/answer/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { readTaskRows } from '../task/task-move.service.ts';
import {
  findCounts,
  findFaults,
  findState,
  type Asked,
  type CountsLine,
  factsPage,
  findFacts,
  type Behind,
} from './quality.queries.ts';

type Filter = Pick<
  InputFor<'quality.tasks'>,
  'date_from' | 'date_to' | 'mine' | 'workstream' | 'editor' | 'service_cat2_id' | 'cus_id1'
>;

/** The people and workstreams that the caller sees. Others count as missing. */
export function visibilityOf({ actor }: Ctx, filter: Filter): QualityVisibility {
  const sight = qualityVisibility(actor, filter);
  if (typeof sight === 'string') throw fail('not_found', { field: sight });
  return sight;
}

export const askedOf = ({ workstreams, editor }: QualityVisibility, filter: Filter): Asked => ({
  period: { from: filter.date_from, to: filter.date_to },
  workstreams,
  narrowed: { editor, cat2: filter.service_cat2_id, cus1: filter.cus_id1 },
});

/** Quality of a period (decision 131) from the stored sums. The number of rows read is independent of the bureau's size. */
export async function readQuality(ctx: Ctx, input: InputFor<'quality.report'>): Promise<AnswerOf<'quality.report'>> {
  const sight = visibilityOf(ctx, input);
  const asked = askedOf(sight, input);
  const before = { ...asked, period: periodBefore(asked.period) };
  const [now, former, kinds, kindsBefore, weeks, state, average, checking] = await Promise.all([
    findCounts(ctx.db, asked, input.by),
    findCounts(ctx.db, before, input.by),
    findFaults(ctx.db, asked),
    findFaults(ctx.db, before),
    findCounts(ctx.db, asked, 'week'),
    findState(ctx.db),
    sight.mine ? readAverage(ctx, asked) : null,
    sight.mine ? readChecking(ctx, asked) : null,
  ]);
  return {
    mine: sight.mine,
    results: linesOf(now, former),
    total: addCounts(now),
    before: addCounts(former),
    faults: [...new Set([...kinds, ...kindsBefore].map(({ kind }) => kind))].map((kind) => ({
      kind,
      n: kinds.find((one) => one.kind === kind)?.n ?? 0,
      before: kindsBefore.find((one) => one.kind === kind)?.n ?? 0,
    })),
    weeks: weeks.map(({ key: week, ...counts }) => ({ week, counts })),
    average,
    checking,
    ...state,
  };
}

/** Both periods side by side. Weeks differ between them, so they come from the current period only. */
function linesOf(now: readonly CountsLine[], before: readonly CountsLine[]): QualityLine[] {
  const former = new Map(before.map(({ key, ...counts }) => [key, counts]));
  return now.filter(hasAny).map(({ key, ...counts }) => ({ key, now: counts, before: former.get(key) ?? NO_COUNTS }));
}

const hasAny = (counts: QualityCounts): boolean => QUALITY_COUNTS.some((count) => counts[count] !== 0);

/** The average of the caller's workstreams. With too few people it would reveal one of them, so it is null. */
async function readAverage({ db, actor }: Ctx, { period, narrowed }: Asked): Promise<QualityCounts | null> {
  const workstreams = averagedOver(actor);
  if (workstreams.length === 0) return null;
  const { cat2, cus1 } = narrowed;
  const people = (await findCounts(db, { period, workstreams, narrowed: { cat2, cus1 } }, 'editor')).filter(hasAny);
  return people.length < LEAST_PEOPLE ? null : addCounts(people);
}

/** The caller's own checks, in all categories. */
async function readChecking({ db, actor }: Ctx, { period, workstreams }: Asked): Promise<QualityCounts | null> {
  const [own] = await findCounts(db, { period, workstreams, narrowed: { checker: actor.user_id } }, null);
  if (!own || own.judged === 0) return null;
  const { key: _key, ...counts } = own;
  return counts;
}

/** The tasks behind a figure: as many as it counts, each with the columns that the caller can see today. */
export async function listQualityTasks(ctx: Ctx, input: InputFor<'quality.tasks'>): Promise<AnswerOf<'quality.tasks'>> {
  const { page, page_size, figure, part, kind } = input;
  const checking = figure === 'checking';
  const asked = askedOf(visibilityOf(ctx, { ...input, mine: input.mine || checking }), input);
  // The caller's own checks are of other people's work.
  const narrowed = checking ? { checker: ctx.actor.user_id } : asked.narrowed;
  const query = factsPage({ ...asked, narrowed }, { figure, part, kind });
  const counted = await countBehind(ctx, { ...asked, narrowed }, { figure, part, kind });
  const total: TotalPart = counted === null ? { rows: query } : { steps: () => Promise.resolve(exactly(counted)) };
  const { ids, total: items } = await readPage(ctx.db, { query, total: [total] }, { page, page_size });
  return listAnswer(await withTasks(ctx, ids), items, page_size);
}

/** The number in the sums, or null if they lack this combination. */
async function countBehind({ db }: Ctx, asked: Asked, { figure, part, kind }: Behind): Promise<number | null> {
  if (kind !== undefined) {
    if (figure !== 'faults' || part !== 'of') return null;
    return (await findFaults(db, asked)).find((one) => one.kind === kind)?.n ?? 0;
  }
  if (figure === 'faults' && part !== 'of') return null;
  const [counts = NO_COUNTS] = await findCounts(db, asked, null);
  if (figure === 'faults') return counts.refused;
  const { of, among, share } = figure === 'checking' ? CHECKING : FORMULAS[figure];
  if (part === 'rest') return share ? counts[among] - counts[of] : counts[among];
  return counts[part === 'of' ? of : among];
}

async function withTasks(ctx: Ctx, ids: readonly number[]): Promise<QualityTask[]> {
  const facts = await findFacts(ctx.db, ids);
  const tasks = await readTaskRows(ctx.db, [...new Set(facts.map(({ task_id }) => task_id))]);
  const byId = new Map(tasks.map((task) => [task.task_id, task]));
  const sight = taskVisibility(ctx.actor);
  return facts.flatMap(({ editor, checker, ...fact }) => {
    const task = byId.get(fact.task_id);
    // The task was deleted. The next rollup corrects the figure.
    if (!task) return [];
    const { status, sub_prod_id, job_name, workstream, service_cat2_id, customer2_id } = task;
    const seen = { sub_prod_id, job_name, workstream, service_cat2_id, customer2_id, editor, checker };
    return [{ ...fact, status, task: canView(sight, task) ? seen : null }];
  });
}
