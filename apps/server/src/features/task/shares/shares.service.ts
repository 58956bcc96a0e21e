import type { Ctx } from '../../../http/context.ts';
import type { AnswerOf, InputFor } from '../../../http/handlers.ts';
import { tasksSeen } from '../task-move.service.ts';
import { findShares } from './shares.queries.ts';

/** Tasks one may see beside the others of their details, whoever sees those: what is too much is judged of all of them (domain §2). */
export const readShares = async (
  ctx: Ctx,
  { task_ids }: InputFor<'task.shares'>,
): Promise<AnswerOf<'task.shares'>> => ({
  results: await findShares(ctx.db, task_ids, tasksSeen(ctx.actor)),
});
