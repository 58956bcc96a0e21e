import { redoEndpoints } from '@darkroom/contract/request/redo';
import type { TaskRow } from '@darkroom/contract/task/task';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { invalidateTopics, useApiMutation } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { useStatusMessage } from '../../entities/task/list/status-message.ts';
import { cacheMyTasks, cacheTasks } from '../../entities/task/calls/task-cache.ts';
import { getCurrentTask, toRefusal } from '../../entities/task/calls/task-refusal.ts';
import { useTaskSteps } from '../../entities/task/steps/use-task-steps.tsx';

/** Deletes a rework: the task is Completed again. It needs no confirmation, because Undo is offered. */
export function useDeleteRedo() {
  const { t } = useTranslation(['redo', 'errors', 'task']);
  const toast = useToast();
  const client = useQueryClient();
  const describeCurrentStatus = useStatusMessage();
  const { undoOffers: undoing } = useTaskSteps();
  const deleteCall = useApiMutation(redoEndpoints.delete, { onError: () => true });
  /** Deletes a rework. Returns true if the request succeeded. */
  const deleteRedo = async (row: TaskRow): Promise<boolean> => {
    try {
      const task = await deleteCall.mutateAsync({ task_id: row.task_id, version: row.version });
      cacheMyTasks(client, [task]);
      undoing.offer(t('delete.done', { task: row.sub_prod_id }), [task]);
      return true;
    } catch (error) {
      const current = getCurrentTask(error);
      if (current) cacheTasks(client, [current]);
      else void invalidateTopics(client, ['task']);
      const reason = current ? describeCurrentStatus({ ...row, ...current }, null, row) : toRefusal(t, error).message;
      toast.error(`${t('delete.failed')} ${reason}`);
      return false;
    }
  };
  return {
    pending: deleteCall.isPending,
    run: (row: TaskRow): void => undoing.trackPending(deleteRedo(row)),
  };
}
