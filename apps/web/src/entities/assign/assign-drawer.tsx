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
  /** There are more tasks than can be assigned at once. These are the first. */
  more: boolean;
  /** The screen's own Undo with its key, if it has one. */
  undoing?: Undoing | undefined;
  /** Called after all tasks are assigned. */
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Drawer to assign tasks from any place. It closes after success, and stays when some tasks are not assigned. */
export default function AssignDrawer({ tasks, more, undoing, onDone, onClose }: AssignDrawerProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const own = useUndo(useTaskCalls().undo);
  const many = useMany(undoing ?? own, onClose);
  const ready = tasks.filter(useAssignable());
  // The button that opened the drawer can disappear with the selection. Then the focus moves to the rows.
  useEffect(() => () => void requestAnimationFrame(focusRowsIfLost), []);
  useBackCloses(onClose);
  const assign = async (batches: readonly Batch[]) => {
    const done = await many.run(batches);
    const meant = batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
    if (done.length < meant) return false;
    // The selection can disappear together with this drawer, so nothing can be shown here afterwards.
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
        {more && <p className={parts.muted}>{t('assign.firstOf', { count: ready.length, n: number(ready.length) })}</p>}
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
