import type { QualityLine } from '@darkroom/contract/quality/quality';
import {
  addCounts,
  LEAST_PEOPLE,
  NO_COUNTS,
  QUALITY_COUNTS,
  type QualityCounts,
} from '@darkroom/domain/quality/figures';
import { averagedOver, qualitySight, type QualitySight } from '@darkroom/domain/quality/sight';
import { periodBefore } from '@darkroom/domain/price/period';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findCounts, findFaults, findState, type Asked, type CountsLine } from './quality.queries.ts';

type Filter = Pick<
  InputFor<'quality.tasks'>,
  'date_from' | 'date_to' | 'mine' | 'workstream' | 'editor' | 'service_cat2_id' | 'cus_id1'
>;

/** Whose work the caller looks at; what is not theirs is not there. */
export function sightOf({ actor }: Ctx, filter: Filter): QualitySight {
  const sight = qualitySight(actor, filter);
  if (typeof sight === 'string') throw fail('not_found', { field: sight });
  return sight;
}

export const askedOf = ({ workstreams, editor }: QualitySight, filter: Filter): Asked => ({
  period: { from: filter.date_from, to: filter.date_to },
  workstreams,
  narrowed: { editor, cat2: filter.service_cat2_id, cus1: filter.cus_id1 },
});

/** Quality of a period (decision 131), from what is kept of it: as many rows are read whatever the bureau's size. */
export async function readQuality(ctx: Ctx, input: InputFor<'quality.report'>): Promise<AnswerOf<'quality.report'>> {
  const sight = sightOf(ctx, input);
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

/** Both periods side by side; of weeks, which are others in each, only those of the period itself. */
function linesOf(now: readonly CountsLine[], before: readonly CountsLine[]): QualityLine[] {
  const former = new Map(before.map(({ key, ...counts }) => [key, counts]));
  return now.filter(hasAny).map(({ key, ...counts }) => ({ key, now: counts, before: former.get(key) ?? NO_COUNTS }));
}

const hasAny = (counts: QualityCounts): boolean => QUALITY_COUNTS.some((count) => counts[count] !== 0);

/** Everybody's of one's own workstreams together; of too few people it would tell of one of them. */
async function readAverage({ db, actor }: Ctx, { period, narrowed }: Asked): Promise<QualityCounts | null> {
  const workstreams = averagedOver(actor);
  if (workstreams.length === 0) return null;
  const { cat2, cus1 } = narrowed;
  const people = (await findCounts(db, { period, workstreams, narrowed: { cat2, cus1 } }, 'editor')).filter(hasAny);
  return people.length < LEAST_PEOPLE ? null : addCounts(people);
}

/** What one judged oneself, whatever it was of. */
async function readChecking({ db, actor }: Ctx, { period, workstreams }: Asked): Promise<QualityCounts | null> {
  const [own] = await findCounts(db, { period, workstreams, narrowed: { checker: actor.user_id } }, null);
  if (!own || own.judged === 0) return null;
  const { key: _key, ...counts } = own;
  return counts;
}
