import type { OutputOf } from '@darkroom/contract/endpoint';
import { taskEndpoints, type Task, type TaskRow } from '@darkroom/contract/task/task';
import { MAX_BULK_TASKS, taskBulkEndpoints } from '@darkroom/contract/task/bulk';
import { decide } from '@darkroom/domain/task/decide';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { ApiError } from '../../../lib/api/api.ts';
import { splitIntoParts, sendInParts } from '../../../lib/api/in-parts.ts';
import { invalidateTopics, useApiMutation } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { cacheMyTasks, cacheTasks } from './task-cache.ts';
import { getTakenTask, getCurrentTask, findQuestion, toRefusal, type TaskRefusal } from './task-refusal.ts';
import { instantNow } from '../../../lib/clock/clock.ts';
import type { StepInput } from '../steps/task-steps.ts';

/** Result of a step: done, refused on a field or as a whole, or stale because the task had changed. */
export type StepResult =
  | { readonly kind: 'done'; readonly moved: readonly Task[] }
  | { readonly kind: 'stale'; readonly current: TaskRow }
  | ({ readonly kind: 'refused' } & TaskRefusal);

/** Result of an undo: the restored tasks, and the unchanged tasks with their reasons. */
export type UndoResult = OutputOf<typeof taskBulkEndpoints.undo>;

/** Returns the requests that change tasks. They show no messages, and update every list on screen immediately. */
export function useTaskCalls() {
  const { t } = useTranslation(['task', 'errors']);
  const client = useQueryClient();
  const actor = useActor();
  const stepCall = useApiMutation(taskEndpoints.act, { onError: () => true });
  const assignCall = useApiMutation(taskEndpoints.assign, { onError: () => true });

  const undoCall = useApiMutation(taskBulkEndpoints.undo, { onError: () => true });

  const toFailure = (error: unknown, rows: readonly TaskRow[]): StepResult => {
    const current = getCurrentTask(error) ?? getTakenTask(error);
    const staleRow = current && rows.find((row) => row.task_id === current.task_id);
    if (!staleRow) {
      // A refusal means that the screen was out of date.
      if (error instanceof ApiError && error.status < 500) void invalidateTopics(client, ['task', 'job']);
      return { kind: 'refused', ...toRefusal(t, error) };
    }
    const currentRow = { ...staleRow, ...current };
    cacheTasks(client, [currentRow]);
    return { kind: 'stale', current: currentRow };
  };

  const toDone = (moved: readonly Task[]): StepResult => {
    cacheMyTasks(client, moved, actor.user_id);
    return { kind: 'done', moved };
  };

  return {
    pending: stepCall.isPending || assignCall.isPending || undoCall.isPending,

    /** Assigns tasks to an editor, all or none. */
    assign: async (rows: readonly TaskRow[], editor: number): Promise<StepResult> => {
      try {
        const tasks = rows.map(({ task_id, version }) => ({ task_id, version }));
        return toDone((await assignCall.mutateAsync({ tasks, editor })).results);
      } catch (error) {
        return toFailure(error, rows);
      }
    },

    /** Undoes the user's own last move of tasks. `moved`: the tasks after that move. */
    undo: async (moved: readonly Task[]): Promise<UndoResult | ({ readonly kind: 'refused' } & TaskRefusal)> => {
      try {
        const tasks = moved.map(({ task_id, version }) => ({ task_id, version }));
        const parts = splitIntoParts(tasks, MAX_BULK_TASKS).map((part) => ({ tasks: part }));
        const result = await sendInParts(parts, undoCall.mutateAsync, { done: [], refused: [], undone_inputs: [] });
        cacheMyTasks(client, result.done, actor.user_id);
        cacheTasks(
          client,
          result.refused.flatMap(({ current }) => current ?? []),
          actor.user_id,
        );
        return result;
      } catch (error) {
        return { kind: 'refused', ...toRefusal(t, error) };
      }
    },

    /** Takes one step. The domain checks it first, so that a refused step needs no request. */
    step: async (row: TaskRow, action: Exclude<TaskAction, 'assign'>, input: StepInput): Promise<StepResult> => {
      const decision = decide(row, action, actor, instantNow(), input);
      if (!decision.ok) {
        const { code, field, errors = field ? [{ field, code }] : [], figures = {} } = decision;
        const fields = Object.fromEntries(
          errors.map((fieldError) => [fieldError.field, t(`errors:${fieldError.code}`)]),
        );
        return {
          kind: 'refused',
          message: t(`errors:${code}`),
          fields,
          isRuled: true,
          question: findQuestion(code, figures),
        };
      }
      try {
        return toDone([await stepCall.mutateAsync({ task_id: row.task_id, version: row.version, action, ...input })]);
      } catch (error) {
        return toFailure(error, [row]);
      }
    },
  };
}
