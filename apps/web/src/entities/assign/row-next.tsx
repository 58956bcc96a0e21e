import { useTranslation } from 'react-i18next';
import { MoreSteps, NextStep, type StepsProps } from '../task/steps/step-buttons.tsx';
import { useTaskSteps } from '../task/steps/use-task-steps.tsx';
import { useGoesToAnother } from './batches.ts';
import { AssignButton } from './assign-button.tsx';

// Rare: a list opens without it.

/**
 * What a row's task needs next: its next step, or another editor where it waits for one who cannot go on with it (decision 148). The rest
 * stands behind dots, with that step then.
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
