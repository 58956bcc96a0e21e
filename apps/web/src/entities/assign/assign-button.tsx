import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskInShort } from '@darkroom/contract/task/many';
import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../lib/errors/error-message.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useMay } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { CallButton } from '../../ui/call-button.tsx';
import type { Undoing } from '../task/steps/use-undo.ts';
import { useAssignable } from './batches.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

// The editors with their load are not on the page when it opens (quality 15).
const AssignDrawer = lazyOverlay(() => import('./assign-drawer.tsx'));

/** Tasks that were asked for; `more` where there are more of them than can be handed out at once. */
export interface Gathered {
  readonly tasks: readonly TaskInShort[];
  readonly more: boolean;
}

interface AssignButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'aria-label'> {
  /** The button's words. */
  label: string;
  /** The palette offers it too: not for the buttons of rows, which are many. */
  inPalette?: boolean;
  /** The tasks one means; without one that can be handed out the button is not there. */
  tasks: readonly TaskInShort[];
  /** Asks for the tasks one means, where not all of them are known here. */
  gather?: (() => Promise<Gathered>) | undefined;
  /** The screen's own Undo, where it has one with a key. */
  undoing?: Undoing;
  /** Follows once all that was meant is handed out. */
  onDone?: () => void;
}

/** Assigning from wherever tasks are seen: for whoever may hand work out, while nobody has begun it. */
export function AssignButton({ tasks, gather, label, inPalette, undoing, onDone, ...look }: AssignButtonProps) {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const may = useMay();
  const isAssignable = useAssignable();
  // As they were when it was pressed: what is chosen on the page may go on changing.
  const [meant, setMeant] = useState<Gathered | null>(null);
  const [gathering, setGathering] = useState(false);
  const offered = may(taskEndpoints.load.access) && (gather !== undefined || tasks.some(isAssignable));
  const press = async () => {
    if (!gather) return setMeant({ tasks, more: false });
    setGathering(true);
    await gather()
      .then((all) => (all.tasks.length > 0 ? setMeant(all) : toast.info(t('assign.noneLeft'))))
      .catch((error: unknown) => toast.error(messageOf(error, t)));
    setGathering(false);
  };
  useScreenActions(() => [
    inPalette === true &&
      offered && { key: 'assign-these', label, call: taskEndpoints.assign, run: () => void press() },
  ]);
  return (
    <>
      {offered && (
        <CallButton
          {...look}
          call={taskEndpoints.assign}
          moves={tasks.filter(isAssignable)}
          loading={gathering}
          onClick={() => void press()}
        >
          {label}
        </CallButton>
      )}
      {meant && <AssignDrawer {...meant} undoing={undoing} onDone={onDone} onClose={() => setMeant(null)} />}
    </>
  );
}
