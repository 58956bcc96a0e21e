import { taskEndpoints } from '@darkroom/contract/task';
import type { TaskInShort } from '@darkroom/contract/task-many';
import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useMay } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import type { Undoing } from '../task/steps/use-undo.ts';
import { useAssignable } from './batches.ts';
import { lateOverlay } from '../../ui/late/late-part.tsx';
import { Wait } from '../../ui/late/wait.tsx';

// The editors with their load are not on the page when it opens (quality 15).
const AssignDrawer = lateOverlay(() => import('./assign-drawer.tsx'));

interface AssignButtonProps extends Pick<ButtonProps, 'type' | 'size' | 'aria-label'> {
  /** The button's words. */
  label: string;
  /** The palette offers it too: not for the buttons of rows, which are many. */
  inPalette?: boolean;
  /** The tasks one means; without one that can be handed out the button is not there. */
  tasks: readonly TaskInShort[];
  /** The screen's own Undo, where it has one with a key. */
  undoing?: Undoing;
  onDone?: (task_ids: readonly number[]) => void;
}

/** Assigning from wherever tasks are seen: for whoever may hand work out, while nobody has begun it. */
export function AssignButton({ tasks, label, inPalette, undoing, onDone, ...look }: AssignButtonProps) {
  const may = useMay();
  const isAssignable = useAssignable();
  // As they were when it was pressed: what is chosen on the page may go on changing.
  const [meant, setMeant] = useState<readonly TaskInShort[] | null>(null);
  const offered = may(taskEndpoints.load.access) && tasks.some(isAssignable);
  useScreenActions(() => [
    inPalette === true &&
      offered && { key: 'assign-these', label, call: taskEndpoints.assign, run: () => setMeant(tasks) },
  ]);
  return (
    <>
      {offered && (
        <CallButton
          {...look}
          call={taskEndpoints.assign}
          moves={tasks.filter(isAssignable)}
          onClick={() => setMeant(tasks)}
        >
          {label}
        </CallButton>
      )}
      <Wait>
        {meant && <AssignDrawer tasks={meant} undoing={undoing} onDone={onDone} onClose={() => setMeant(null)} />}
      </Wait>
    </>
  );
}
