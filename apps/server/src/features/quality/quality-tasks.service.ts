import type { QualityTask } from '@darkroom/contract/quality/quality';
import { CHECKING, FORMULAS, NO_COUNTS } from '@darkroom/domain/quality/figures';
import { sees, taskSight } from '@darkroom/domain/task/visibility';
import { listAnswer, readPage } from '../../db/list/page.ts';
import { exactly, type TotalPart } from '../../db/list/total.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { readTaskRows } from '../task/task-move.service.ts';
import { findCounts, findFaults, type Asked } from './quality.queries.ts';
import { factsPage, findFacts, type Behind } from './quality-tasks.queries.ts';
import { askedOf, sightOf } from './quality.service.ts';

/** The tasks behind a figure: as many as it counts, of each as much as one may see of it today. */
export async function listQualityTasks(ctx: Ctx, input: InputFor<'quality.tasks'>): Promise<AnswerOf<'quality.tasks'>> {
  const { page, page_size, figure, part, kind } = input;
  const checking = figure === 'checking';
  const asked = askedOf(sightOf(ctx, { ...input, mine: input.mine || checking }), input);
  // One's own checking is of others' work.
  const narrowed = checking ? { checker: ctx.actor.user_id } : asked.narrowed;
  const query = factsPage({ ...asked, narrowed }, { figure, part, kind });
  const counted = await countBehind(ctx, { ...asked, narrowed }, { figure, part, kind });
  const total: TotalPart = counted === null ? { rows: query } : { steps: () => Promise.resolve(exactly(counted)) };
  const { ids, total: items } = await readPage(ctx.db, { query, total: [total] }, { page, page_size });
  return listAnswer(await withTasks(ctx, ids), items, page_size);
}

/** As many as the sums say; null where they do not tell these apart. */
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
  const sight = taskSight(ctx.actor);
  return facts.flatMap(({ editor, checker, ...fact }) => {
    const task = byId.get(fact.task_id);
    // Deleted since: the next fold takes it out of the figure as well.
    if (!task) return [];
    const { status, sub_prod_id, job_name, workstream, service_cat2_id, customer2_id } = task;
    const seen = { sub_prod_id, job_name, workstream, service_cat2_id, customer2_id, editor, checker };
    return [{ ...fact, status, task: sees(sight, task) ? seen : null }];
  });
}
