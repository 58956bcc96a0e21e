import { ADVICE_RANKS } from '@darkroom/contract/task/advice';
import type { Task } from '@darkroom/contract/task/task';
import {
  rankEditors,
  CATEGORY_HISTORY_WEEKS,
  CUSTOMER_HISTORY_WEEKS,
  WORKING_MS,
  type RankedEditor,
} from '@darkroom/domain/advice/advice';
import { addDays, dayOf, mondayOf, startOfDay } from '@darkroom/domain/calendar/day';
import { PERIOD_DAYS } from '@darkroom/domain/blind-check/blind-check';
import { EDITOR_CODE } from '@darkroom/domain/task/decide';
import { canView, getTaskVisibility } from '@darkroom/domain/task/visibility';
import { getLedWorkstreams } from '@darkroom/domain/work/visibility';
import type { Ctx } from '../../../http/context.ts';
import type { ResponseOf, InputFor } from '../../../http/handlers.ts';
import { visibilityCondition } from '../list/task.visibility.ts';
import { findTaskRows, type AdviceRow } from '../task.queries.ts';
import { countChoices, deleteAdvice, findEditorFacts } from './advice.queries.ts';

/** Finds the best editors for these tasks, among the tasks that the actor sees (decision 135). */
export async function readAdvice(ctx: Ctx, { tasks }: InputFor<'task.advice'>): Promise<ResponseOf<'task.advice'>> {
  const visibility = getTaskVisibility(ctx.actor);
  const visibleTasks = (await findTaskRows(ctx.db, tasks)).filter((task) => canView(visibility, task));
  const [category, ...otherCategories] = new Set(visibleTasks.map(({ service_cat2_id }) => service_cat2_id));
  return {
    results: visibleTasks.length > 0 ? await calculateAdvice(ctx, visibleTasks) : [],
    service_cat2_id: otherCategories.length > 0 ? null : (category ?? null),
  };
}

function calculateAdvice(ctx: Ctx, tasks: readonly Pick<Task, 'task_id' | 'workstream'>[]): Promise<RankedEditor[]> {
  const today = dayOf(ctx.now);
  const monday = mondayOf(today);
  const weeksAgo = (weeks: number) => addDays(monday, -7 * (weeks - 1));
  return findEditorFacts(
    ctx.db,
    {
      task_ids: tasks.map(({ task_id }) => task_id),
      codes: [...new Set(tasks.map(({ workstream }) => EDITOR_CODE[workstream]))],
      now: ctx.now,
      category_since: weeksAgo(CATEGORY_HISTORY_WEEKS),
      customer_since: weeksAgo(CUSTOMER_HISTORY_WEEKS),
      working_since: new Date(Date.parse(ctx.now) - WORKING_MS).toISOString(),
    },
    visibilityCondition(getTaskVisibility(ctx.actor)),
  ).then(rankEditors);
}

/** Creates the advice of an assignment, calculated in one statement. People who take work themselves get none. */
export async function createAdviceRows(ctx: Ctx, tasks: readonly Task[], chosen: number): Promise<AdviceRow[]> {
  if (chosen === ctx.actor.user_id || tasks.length === 0) return [];
  const ranking = await calculateAdvice(ctx, tasks);
  const [first] = ranking;
  if (!first) return [];
  const chosenAdvice = ranking.find(({ user_id }) => user_id === chosen);
  return tasks.map(({ task_id, workstream }) => ({
    task_id,
    workstream,
    at: ctx.now,
    chosen_by: ctx.actor.user_id,
    chosen,
    advised: first.user_id,
    rank: chosenAdvice?.rank ?? null,
    candidates: ranking.length,
    chosen_facts: chosenAdvice ?? null,
    advised_facts: first,
  }));
}

export async function deleteChoices(
  ctx: Ctx,
  moves: readonly { task_id: number; at: string; action: string }[],
): Promise<void> {
  const assignments = moves.filter(({ action }) => action === 'assign');
  if (assignments.length > 0) await deleteAdvice(ctx.db, assignments);
}

/** Reports the share of choices that followed the advice and their first-pass yield, in the workstreams that the actor leads. */
export async function reportAdvice(
  ctx: Ctx,
  { span }: InputFor<'task.adviceReport'>,
): Promise<ResponseOf<'task.adviceReport'>> {
  const since = startOfDay(addDays(dayOf(ctx.now), 1 - PERIOD_DAYS[span]));
  const counts = await countChoices(ctx.db, getLedWorkstreams(ctx.actor), since);
  return { results: ADVICE_RANKS.map((choice) => counts.get(choice) ?? { choice, tasks: 0, first: 0, passed: 0 }) };
}
