import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { findStepKey, getStepLabelKey } from './task-steps.ts';
import { getSteps } from './offered-steps.ts';
import { useTaskSteps } from './use-task-steps.tsx';

/** Adds the possible steps of a task to the palette by name, as its buttons show them. */
export function useStepActions(
  getRow: () => TaskRow | null,
  pressStep: (row: TaskRow, action: TaskAction) => void,
): void {
  const { t } = useTranslation(['status', 'task']);
  const actor = useActor();
  const can = useCan();
  const { editTask } = useTaskSteps();
  useScreenActions(() => {
    const row = getRow();
    if (!row) return [];
    const { next, others } = getSteps(row, actor);
    const steps = [...(next ? [next] : []), ...others].map((action) => ({
      key: `${action}-${row.task_id}`,
      label: `${t(getStepLabelKey(action))} · ${row.sub_prod_id}`,
      call: taskEndpoints.act,
      shortcut: findStepKey(action)?.toUpperCase(),
      run: () => pressStep(row, action),
    }));
    if (!can(taskEndpoints.adminUpdate.access)) return steps;
    const editAction = {
      key: `correct-${row.task_id}`,
      label: `${t('task:correct')} · ${row.sub_prod_id}`,
      call: taskEndpoints.adminUpdate,
      run: () => editTask(row),
    };
    return [...steps, editAction];
  });
}
