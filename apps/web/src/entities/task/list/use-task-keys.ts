import type { TaskRow } from '@darkroom/contract/task/task';
import { lacksPermission } from '@darkroom/domain/task/decide';
import { canEverDo } from '@darkroom/domain/task/decide';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { formatKey } from '../../../lib/keys.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { findActiveRow, isFocusedRowRemoved } from '../../../ui/data-table/data-table-keys.ts';
import { STEP_SHORTCUTS, type StepShortcut } from '../steps/task-steps.ts';
import { getSteps } from '../steps/offered-steps.ts';
import { useOpenJobLink } from '../history/use-open-job-link.ts';
import { useStepActions } from '../steps/use-step-actions.ts';
import { useStepsState, useTaskSteps } from '../steps/use-task-steps.tsx';

interface TaskKeysOptions {
  rows: readonly TaskRow[];
  /** The task on the card, for keys while no row has the focus. */
  cardTask: TaskRow | null;
  /** The task that the user took last. The keys act on it after its row has left the list. */
  justTaken?: number | null;
  pressStep: (row: TaskRow, action: TaskAction) => void;
  /** True for the user's own lists, where a key takes a task. In the list of all tasks the same key opens the assign panel. */
  isMyList: boolean;
  enabled: boolean;
}

/**
 * Sets the shortcuts of steps, for the focused row, otherwise for the card. An impossible step shows the reason. After a row has left the
 * list, its keys do nothing.
 */
export function useTaskKeys({ rows, cardTask, justTaken, pressStep, isMyList, enabled }: TaskKeysOptions): void {
  const { t } = useTranslation(['task', 'errors']);
  const actor = useActor();
  const toast = useToast();
  const { isFormOpen, pending } = useStepsState();
  const { undo } = useTaskSteps();
  const openLink = useOpenJobLink();

  const findTarget = () =>
    findActiveRow(rows, ({ task_id }) => task_id) ??
    (isFocusedRowRemoved() && cardTask?.task_id !== justTaken ? null : cardTask);

  const runFirstPossible = (actions: readonly TaskAction[]) => {
    const row = findTarget();
    if (pending) return;
    if (!row) {
      if (isFocusedRowRemoved())
        toast.info(t('task:rowNotListed', { next: formatKey('nextRow'), previous: formatKey('previousRow') }));
      return;
    }
    const { next, others, refusedNow, otherTimes } = getSteps(row, actor);
    const possible = actions.find((action) => action === next || others.includes(action));
    if (possible) return pressStep(row, possible);
    if (actions.some((action) => lacksPermission(row, action, actor)))
      return toast.info(`${row.sub_prod_id}: ${t('errors:forbidden')}`);
    const refusedStep = [...refusedNow, ...otherTimes].find((offeredStep) => actions.includes(offeredStep.action));
    if (refusedStep) toast.info(`${row.sub_prod_id}: ${t(`errors:${refusedStep.refusal}`)}`);
  };
  useStepActions(() => (enabled && !pending ? findTarget() : null), pressStep);
  const bindKey = (key: StepShortcut) => {
    const actions: readonly TaskAction[] = STEP_SHORTCUTS[key];
    return actions.some((action) => canEverDo(action, actor)) ? () => runFirstPossible(actions) : undefined;
  };
  useShortcuts(
    {
      start: bindKey('start'),
      done: bindKey('done'),
      pass: bindKey('pass'),
      fault: bindKey('fault'),
      release: bindKey('release'),
      count: bindKey('count'),
      take: isMyList ? bindKey('take') : undefined,
      link: () => openLink(findTarget()),
    },
    { enabled: enabled && !isFormOpen },
  );
  // A dialog over the list can take the last step. The key undoes the step from there too.
  useShortcuts({ undo }, { enabled: !isFormOpen });
}
