import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { MoreTaskSteps, NextTaskStep, type StepButtonsProps } from '../task/steps/step-buttons.tsx';
import { useStepsState, useTaskSteps } from '../task/steps/use-task-steps.tsx';
import { AssignButton } from './assign-button.tsx';

// Loaded only when needed, so that a list opens without it.

/**
 * Next action of a row's task: its next step, or reassignment when its editor cannot continue it (decision 148). The other actions are
 * behind the dots.
 */
export function RowNextStep({
  row,
  extra,
  ...steps
}: StepButtonsProps & Pick<Parameters<typeof MoreTaskSteps>[0], 'extra'>) {
  const { t } = useTranslation('task');
  const { undoOffers } = useTaskSteps();
  const needsReassignment = useStepsState().needsReassignment(row);
  return (
    <>
      <MoreTaskSteps {...steps} row={row} showsAll includesNext={needsReassignment} extra={extra} />
      {needsReassignment ? (
        <AssignButton size="small" label={t('assign.to')} tasks={[row]} undoOffers={undoOffers} />
      ) : (
        <NextTaskStep {...steps} row={row} size="small" />
      )}
    </>
  );
}
