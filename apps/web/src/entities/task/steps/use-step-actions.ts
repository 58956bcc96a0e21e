import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from 'react-i18next';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useActor, useCan } from '../../../lib/session/session.ts';
import { keyOf, stepKey } from './task-steps.ts';
import { stepsOf } from './task-steps-of.ts';
import { useTaskSteps } from './use-task-steps.tsx';

/** Adds the possible steps of a task to the palette by name, as its buttons show them. */
export function useStepActions(rowOf: () => TaskRow | null, press: (row: TaskRow, action: TaskAction) => void): void {
  const { t } = useTranslation(['status', 'task']);
  const actor = useActor();
  const may = useCan();
  const { correct } = useTaskSteps();
  useScreenActions(() => {
    const row = rowOf();
    if (!row) return [];
    const { next, others } = stepsOf(row, actor);
    const steps = [...(next ? [next] : []), ...others].map((action) => ({
      key: `${action}-${row.task_id}`,
      label: `${t(stepKey(action))} · ${row.sub_prod_id}`,
      call: taskEndpoints.act,
      shortcut: keyOf(action)?.toUpperCase(),
      run: () => press(row, action),
    }));
    if (!may(taskEndpoints.adminUpdate.access)) return steps;
    const setAnything = {
      key: `correct-${row.task_id}`,
      label: `${t('task:correct')} · ${row.sub_prod_id}`,
      call: taskEndpoints.adminUpdate,
      run: () => correct(row),
    };
    return [...steps, setAnything];
  });
}
