import { taskEndpoints, type TaskRow } from '@darkroom/contract';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from 'react-i18next';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useActor } from '../../lib/session.ts';
import { keyOf, stepKey } from './task-steps.ts';
import { stepsOf } from './task-steps-of.ts';

/** Offers the steps of a task by name, as its buttons offer them: those that are possible now. */
export function useStepActions(rowOf: () => TaskRow | null, press: (row: TaskRow, action: TaskAction) => void): void {
  const { t } = useTranslation(['status']);
  const actor = useActor();
  useScreenActions(() => {
    const row = rowOf();
    if (!row) return [];
    const { next, others } = stepsOf(row, actor);
    return [...(next ? [next] : []), ...others].map((action) => ({
      key: `${action}-${row.task_id}`,
      label: `${t(stepKey(action))} · ${row.sub_prod_id}`,
      call: taskEndpoints.act,
      shortcut: keyOf(action)?.toUpperCase(),
      run: () => press(row, action),
    }));
  });
}
