import type { TaskRow } from '@darkroom/contract';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../lib/toast.ts';
import { useTaskCalls } from '../../ui/task/use-task-calls.ts';

/** Completes tasks one after another and says which ones could not be; answers with those that were. */
export function useCompleteMany(): (rows: readonly TaskRow[]) => Promise<TaskRow[]> {
  const { t } = useTranslation('task');
  const toast = useToast();
  const calls = useTaskCalls();
  return async (rows) => {
    const done: TaskRow[] = [];
    const refused: string[] = [];
    for (const row of rows) {
      const result = await calls.step(row, 'complete', {});
      if (result.kind === 'done') done.push(row);
      else refused.push(row.sub_prod_id);
    }
    if (done.length > 1) toast.success(t('success.complete_many', { count: done.length }));
    else if (done[0]) toast.success(t('success.complete', { task: done[0].sub_prod_id }));
    if (refused.length > 0) toast.error(t('notCompleted', { count: refused.length, tasks: refused.join(', ') }));
    return done;
  };
}
