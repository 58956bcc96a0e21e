import { useTranslation } from 'react-i18next';
import { MoreSteps, NextStep, type StepsProps } from '../task/steps/step-buttons.tsx';
import { useTaskSteps } from '../task/steps/use-task-steps.tsx';
import { useGoesToAnother } from './batches.ts';
import { AssignButton } from './assign-button.tsx';

// Loaded only when needed, so that a list opens without it.

/**
 * Next action of a row's task: its next step, or reassignment when its editor cannot continue it (decision 148). The other actions are
 * behind the dots.
 */
export function RowNext({ row, extra, ...steps }: StepsProps & Pick<Parameters<typeof MoreSteps>[0], 'extra'>) {
  const { t } = useTranslation('task');
  const { undoing } = useTaskSteps();
  const toAnother = useGoesToAnother()(row);
  return (
    <>
      <MoreSteps {...steps} row={row} all nextToo={toAnother} extra={extra} />
      {toAnother ? (
        <AssignButton size="small" label={t('assign.to')} tasks={[row]} undoing={undoing} />
      ) : (
        <NextStep {...steps} row={row} size="small" />
      )}
    </>
  );
}
