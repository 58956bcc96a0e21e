import type { TaskInShort } from '@darkroom/contract/task/many';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { focusRowsIfLost } from '../../ui/data-table/data-table-keys.ts';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import { useFormat } from '../../lib/words/format.ts';
import { useTaskCalls } from '../task/calls/use-task-calls.ts';
import { useUndo, type Undoing } from '../task/steps/use-undo.ts';
import parts from '../task/story/task-parts.module.css';
import { AssignChoice } from './assign-choice.tsx';
import { useAssignable, type Batch } from './batches.ts';
import { useMany } from './use-many.tsx';
import { Drawer } from '../../ui/overlay/drawer.tsx';

interface AssignDrawerProps {
  tasks: readonly TaskInShort[];
  /** There are more than can be handed out at once: these are the first. */
  more: boolean;
  /** The screen's own Undo, where it has one with a key. */
  undoing?: Undoing | undefined;
  /** Follows once all that was meant is handed out. */
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Handing out tasks from wherever they are seen; it closes when they are, and stays with why where some are not. */
export default function AssignDrawer({ tasks, more, undoing, onDone, onClose }: AssignDrawerProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const own = useUndo(useTaskCalls().undo);
  const many = useMany(undoing ?? own, onClose);
  const ready = tasks.filter(useAssignable());
  // With the choice that was handed out the button may go that opened it: on among the rows, once both are gone.
  useEffect(() => () => void requestAnimationFrame(focusRowsIfLost), []);
  useBackCloses(onClose);
  const assign = async (batches: readonly Batch[]) => {
    const done = await many.run(batches);
    const meant = batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
    if (done.length < meant) return false;
    // The choice may go with what opened this, and nothing is left to say then.
    onClose();
    if (!more) onDone?.();
    return true;
  };
  const only = tasks.length === 1 ? tasks[0] : undefined;
  return (
    <>
      <Drawer
        open
        width="form"
        title={only ? t('assign.one', { task: only.sub_prod_id }) : t('assign.chosen', { count: ready.length })}
        onClose={onClose}
      >
        {more && <p className={parts.quiet}>{t('assign.firstOf', { count: ready.length, n: number(ready.length) })}</p>}
        <AssignChoice
          ready={ready}
          leftOut={tasks.length - ready.length}
          pending={many.pending}
          onAssign={assign}
          onEscape={onClose}
        />
      </Drawer>
      {many.dialog}
    </>
  );
}
