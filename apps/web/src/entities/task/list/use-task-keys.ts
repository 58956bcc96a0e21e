import type { TaskRow } from '@darkroom/contract/task/task';
import { lacksPermission } from '@darkroom/domain/task/decide';
import { mayEver } from '@darkroom/domain/task/decide';
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
  /** The task on the card: what a key means while no row has the focus. */
  now: TaskRow | null;
  /** The task that the person took last: on the card, it has the keys although its row has left the list. */
  justTaken?: number | null;
  press: (row: TaskRow, action: TaskAction) => void;
  /** One's own lists: a key takes a task oneself. On the whole floor it opens the assign panel. */
  own: boolean;
  enabled: boolean;
}

/**
 * Single keys for steps: on the row with the focus, else on the card. A key whose moment it is not says why; one that could
 * never be this person's is none. Where the row has just left the list a key means nothing else: it would be another task.
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
    return actions.some((action) => mayEver(action, actor)) ? () => step(actions) : undefined;
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
  // What was done last may have been done in what lies over the list: it is taken back from there too.
  useShortcuts({ undo }, { enabled: !asking });
}
