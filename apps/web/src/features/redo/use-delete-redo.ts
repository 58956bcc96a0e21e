import { redoEndpoints } from '@darkroom/contract/request/redo';
import type { TaskRow } from '@darkroom/contract/task/task';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { invalidateTopics, useApiMutation } from '../../lib/call/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useCurrentStatus } from '../../entities/task/list/current-status.ts';
import { putOwnTasks, putTasks } from '../../entities/task/calls/task-cache.ts';
import { missedVersion, refusalOf } from '../../entities/task/calls/task-refusal.ts';
import { useTaskSteps } from '../../entities/task/steps/use-task-steps.tsx';

/** Deletes a rework: the task is Completed again. It needs no confirmation, because Undo is offered. */
export function useDeleteRedo() {
  const { t } = useTranslation(['redo', 'errors', 'task']);
  const toast = useToast();
  const client = useQueryClient();
  const standsNow = useCurrentStatus();
  const { undoing } = useTaskSteps();
  const remove = useApiMutation(redoEndpoints.delete, { onError: () => true });
  /** True if the call succeeded. */
  const carryOut = async (row: TaskRow): Promise<boolean> => {
    try {
      const task = await remove.mutateAsync({ task_id: row.task_id, version: row.version });
      putOwnTasks(client, [task]);
      undoing.offer(t('delete.done', { task: row.sub_prod_id }), [task]);
      return true;
    } catch (error) {
      const current = missedVersion(error);
      if (current) putTasks(client, [current]);
      else void invalidateTopics(client, ['task']);
      const why = current ? standsNow({ ...row, ...current }, null, row) : refusalOf(t, error).message;
      toast.error(`${t('delete.failed')} ${why}`);
      return false;
    }
  };
  return {
    pending: remove.isPending,
    run: (row: TaskRow): void => undoing.during(carryOut(row)),
  };
}
