import type { TaskRow } from '@darkroom/contract/task/task';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { StepDialog } from '../../../entities/task/steps/step-dialog.tsx';
import { useTaskCalls } from '../../../entities/task/calls/use-task-calls.ts';
import { useUndo } from '../../../entities/task/steps/use-undo.ts';

/** Reason and quantity of a rework: the form of the task page, with Undo. */
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
