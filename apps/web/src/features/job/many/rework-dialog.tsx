import type { TaskRow } from '@darkroom/contract/task/task';
import { useTranslation } from 'react-i18next';
import { StepDialog } from '../../../entities/task/steps/step-dialog.tsx';
import { useTaskCalls } from '../../../entities/task/calls/use-task-calls.ts';
import { useUndo } from '../../../entities/task/steps/use-undo.ts';

/** What comes back and what is to be redone of it: the same form as on the task page, with Undo behind it. */
export default function ReworkDialog({ row, onClose }: { row: TaskRow; onClose: () => void }) {
  const { t } = useTranslation('task');
  const calls = useTaskCalls();
  const undo = useUndo(calls.undo);
  return (
    <StepDialog
      row={row}
      action="rework"
      onClose={onClose}
      send={async (now, _action, input) => {
        const result = await calls.step(now, 'rework', input);
        if (result.kind === 'done') undo.offer(t('success.rework', { task: now.sub_prod_id }), result.moved);
        return result;
      }}
    />
  );
}
