import { taskEndpoints } from '@darkroom/contract/task/task';
import type { TaskInShort } from '@darkroom/contract/task/many';
import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../lib/errors/error-message.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useCan } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { CallButton } from '../../ui/call-button.tsx';
import type { Undoing } from '../task/steps/use-undo.ts';
import { useAssignable } from './batches.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

// The editors' load is not on the page when it opens (quality 15).
const AssignDrawer = lazyOverlay(() => import('./assign-drawer.tsx'));

/** Tasks from a request, and whether there are more than can be assigned at once. */
export interface Gathered {
  readonly tasks: readonly TaskInShort[];
  readonly more: boolean;
}

interface AssignButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'aria-label'> {
  /** Label of the button. */
  label: string;
  /** Also a command of the palette. Off for buttons of rows, because there are many. */
  inPalette?: boolean;
  /** The tasks to assign. Without an assignable one the button is hidden. */
  tasks: readonly TaskInShort[];
  /** Loads the tasks to assign, when the page does not have all of them. */
  gather?: (() => Promise<Gathered>) | undefined;
  /** The screen's own Undo with its key, if it has one. */
  undoing?: Undoing;
  /** Called after all tasks are assigned. */
  onDone?: () => void;
}

/** Assign button for every place that shows tasks. Visible with permission, for tasks that nobody has started. */
export function AssignButton({ tasks, gather, label, inPalette, undoing, onDone, ...look }: AssignButtonProps) {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const may = useCan();
  const isAssignable = useAssignable();
  // The tasks at the time of the press. The selection of the page can change afterwards.
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
