import { startOfDay } from '@darkroom/domain/calendar/day';
import { sees, taskSight } from '@darkroom/domain/task/visibility';
import { stepsArchivedBefore } from '../../db/archived-steps.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findEditorFaults, MOST } from './editor-faults.queries.ts';
import { sightCondition } from './list/task.sight.ts';
import { findTasks } from './task.queries.ts';

/** What was found lately in other work of a task's editor: a check looks there first (look, "QC cockpit"). */
export async function readEditorFaults(
  ctx: Ctx,
  { task_id }: InputFor<'task.editorFaults'>,
): Promise<AnswerOf<'task.editorFaults'>> {
  const sight = taskSight(ctx.actor);
  const [task] = await findTasks(ctx.db, [task_id]);
  if (!task || !sees(sight, task)) throw fail('not_found', { field: 'task_id' });
  if (task.editor === null) return { results: [], archived_before: null };
  const asked = { editor: task.editor, without: task_id };
  const results = await findEditorFaults(ctx.db, asked, sightCondition(sight));
  const before = await stepsArchivedBefore(ctx.db);
  const lacks = before !== null && (results.length < MOST || results.at(-1)!.at < startOfDay(`${before}-01`));
  return { results, archived_before: lacks ? before : null };
}
