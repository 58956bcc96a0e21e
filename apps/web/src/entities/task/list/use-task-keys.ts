import type { TaskRow } from '@darkroom/contract/task/task';
import { lacksPermission } from '@darkroom/domain/task/decide';
import { canEver } from '@darkroom/domain/task/decide';
import type { TaskAction } from '@darkroom/domain/task/transitions';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { printed } from '../../../lib/keys.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { findActive, isRowGone } from '../../../ui/data-table/data-table-keys.ts';
import { STEP_KEYS, type StepKey } from '../steps/task-steps.ts';
import { stepsOf } from '../steps/task-steps-of.ts';
import { useOpenJobLink } from '../story/use-open-job-link.ts';
import { useStepActions } from '../steps/use-step-actions.ts';
import { useStepsState, useTaskSteps } from '../steps/use-task-steps.tsx';

interface TaskKeys {
  rows: readonly TaskRow[];
  /** The task on the card, for keys while no row has the focus. */
  now: TaskRow | null;
  /** The task that the user took last. The keys act on it after its row has left the list. */
  justTaken?: number | null;
  press: (row: TaskRow, action: TaskAction) => void;
  /** True for the user's own lists, where a key takes a task. In the list of all tasks the same key opens the assign panel. */
  own: boolean;
  enabled: boolean;
}

/**
 * Shortcuts of steps, for the focused row, otherwise for the card. An impossible step shows the reason. After a row has left the list,
 * its keys do nothing.
 */
export function useTaskKeys({ rows, now, justTaken, press, own, enabled }: TaskKeys): void {
  const { t } = useTranslation(['task', 'errors']);
  const actor = useActor();
  const toast = useToast();
  const { asking, pending } = useStepsState();
  const { undo } = useTaskSteps();
  const openLink = useOpenJobLink();

  const meant = () =>
    findActive(rows, ({ task_id }) => task_id) ?? (isRowGone() && now?.task_id !== justTaken ? null : now);

  const step = (actions: readonly TaskAction[]) => {
    const row = meant();
    if (pending) return;
    if (!row) {
      if (isRowGone()) toast.info(t('task:rowGone', { next: printed('next_row'), previous: printed('previous_row') }));
      return;
    }
    const { next, others, barred, later } = stepsOf(row, actor);
    const possible = actions.find((action) => action === next || others.includes(action));
    if (possible) return press(row, possible);
    if (actions.some((action) => lacksPermission(row, action, actor)))
      return toast.info(`${row.sub_prod_id}: ${t('errors:forbidden')}`);
    const refused = [...barred, ...later].find((offer) => actions.includes(offer.action));
    if (refused) toast.info(`${row.sub_prod_id}: ${t(`errors:${refused.refusal}`)}`);
  };
  useStepActions(() => (enabled && !pending ? meant() : null), press);
  const on = (key: StepKey) => {
    const actions: readonly TaskAction[] = STEP_KEYS[key];
    return actions.some((action) => canEver(action, actor)) ? () => step(actions) : undefined;
  };
  useShortcuts(
    {
      start: on('start'),
      done: on('done'),
      pass: on('pass'),
      fault: on('fault'),
      release: on('release'),
      count: on('count'),
      take: own ? on('take') : undefined,
      link: () => openLink(meant()),
    },
    { enabled: enabled && !asking },
  );
  // The last step can come from a dialog over the list, so the key undoes it from there too.
  useShortcuts({ undo }, { enabled: !asking });
}
