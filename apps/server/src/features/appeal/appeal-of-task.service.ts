import type { FaultAppeal, TaskStepRow } from '@darkroom/contract/task/task';
import { isFaultStep } from '@darkroom/domain/appeal/appeal';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { emit } from '../../live/emit.ts';
import { findAppealsOfTask, withdrawAppeals } from './appeal.queries.ts';

// Appeals for the endpoints of tasks. This file reads no task, so that the task services can import it.

type Step = Omit<TaskStepRow, 'appeal'>;

/** Adds its appeal to each fault among the steps of a task. A task without a fault needs no query. */
export async function addAppeals(db: Database, task_id: number, steps: readonly Step[]): Promise<TaskStepRow[]> {
  const appeals: ReadonlyMap<number, FaultAppeal> = steps.some(({ action }) => isFaultStep(action))
    ? await findAppealsOfTask(db, task_id)
    : new Map();
  return steps.map((step) => ({ ...step, appeal: appeals.get(step.id) ?? null }));
}

/** Withdraws the appeals of undone faults, because nothing is left to decide (decision 133). The caller holds the locks of the tasks. */
export async function withdrawAppealsOfUndone(
  ctx: Ctx,
  moves: readonly { task_id: number; at: string; action: string }[],
): Promise<void> {
  const faults = moves.filter(({ action }) => isFaultStep(action));
  if (faults.length === 0) return;
  const withdrawn = await withdrawAppeals(ctx.db, faults);
  if (withdrawn.length === 0) return;
  await writeAudit(
    ctx,
    withdrawn.map(({ task_id }) => ({ action: 'appeal.withdraw', entity: 'task' as const, entity_id: task_id })),
  );
  await emit(
    ctx,
    'appeal',
    withdrawn.map(({ id }) => id),
  );
}
