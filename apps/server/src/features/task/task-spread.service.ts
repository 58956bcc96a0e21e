import { spreadByLoad } from '@darkroom/domain/task/spread';
import { sees, taskSight } from '@darkroom/domain/task/visibility';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findMinutes, findTasks } from './task.queries.ts';
import { readEditors } from './task.service.ts';

const ASSIGNABLE: readonly TaskStatus[] = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED];

/** Proposes editors for these tasks by load (decision 076). Nothing is assigned. Unseen tasks answer as missing ones. */
export async function spreadTasks(ctx: Ctx, input: InputFor<'task.spread'>): Promise<AnswerOf<'task.spread'>> {
  const sight = taskSight(ctx.actor);
  const tasks = (await findTasks(ctx.db, input.tasks)).filter(
    (task) => sees(sight, task) && ASSIGNABLE.includes(task.status),
  );
  const minutes = await findMinutes(
    ctx.db,
    tasks.map(({ task_id }) => task_id),
  );
  const minutesOf = ({ task_id }: { task_id: number }) => minutes.get(task_id) ?? 1;
  const editors = (await readEditors(ctx))
    .filter(({ user_id, is_superuser, is_away }) => input.editors?.includes(user_id) ?? !(is_superuser || is_away))
    .map((editor) => {
      // What an editor has of these already moves with them: it does not count against its current editor.
      const moving = tasks.filter((task) => task.editor === editor.user_id);
      return {
        ...editor,
        open_tasks: editor.open_tasks - moving.length,
        minutes: Math.max(0, editor.minutes - moving.reduce((sum, task) => sum + minutesOf(task), 0)),
      };
    });
  const { shares, left } = spreadByLoad(
    tasks.map((task) => ({
      task_id: task.task_id,
      workstream: task.workstream,
      minutes: minutesOf(task),
      barred: [...task.supporters.map(({ user_id }) => user_id), task.first_qc, task.second_qc].filter(
        (id) => id !== null,
      ),
    })),
    editors,
  );
  const known = new Set(tasks.map(({ task_id }) => task_id));
  return {
    results: shares.map(({ task_ids, ...share }) => ({ ...share, tasks: [...task_ids] })),
    left: [...left, ...input.tasks.filter((id) => !known.has(id))],
  };
}
