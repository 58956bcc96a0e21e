import type { TaskSummary } from '@darkroom/contract/task/bulk';
import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { focusRowsIfLost } from '../../ui/data-table/data-table-keys.ts';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTaskCalls } from '../task/calls/use-task-calls.ts';
import { useUndo, type UndoOffers } from '../task/steps/use-undo.ts';
import parts from '../task/history/task-parts.module.css';
import { AssignChoice } from './assign-choice.tsx';
import { useIsAssignable, type Batch } from './batches.ts';
import { useBulkActions } from './use-bulk-actions.tsx';
import { Drawer } from '../../ui/overlay/drawer.tsx';

interface AssignDrawerProps {
  tasks: readonly TaskSummary[];
  /** True if more tasks match than one request can assign. The drawer then contains the first tasks. */
  hasMore: boolean;
  /** The screen's own Undo with its key, if it has one. */
  undoOffers?: UndoOffers | undefined;
  /** Called after all tasks are assigned. */
  onDone?: (() => void) | undefined;
  onClose: () => void;
}

/** Drawer to assign tasks on any screen. It closes after success, and stays open if some tasks are not assigned. */
export default function AssignDrawer({ tasks, hasMore, undoOffers, onDone, onClose }: AssignDrawerProps) {
  const { t } = useTranslation('task');
  const { number } = useFormat();
  const ownUndo = useUndo(useTaskCalls().undo);
  const bulkActions = useBulkActions(undoOffers ?? ownUndo, onClose);
  const assignableTasks = tasks.filter(useIsAssignable());
  // The button that opened the drawer can disappear with the selection. Then the focus moves to the rows.
  useEffect(() => () => void requestAnimationFrame(focusRowsIfLost), []);
  useBackCloses(onClose);
  const assignBatches = async (batches: readonly Batch[]) => {
    const assignedIds = await bulkActions.run(batches);
    const requestedCount = batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
    if (assignedIds.length < requestedCount) return false;
    // The selection can disappear together with this drawer, so nothing can be shown here afterwards.
    onClose();
    if (!hasMore) onDone?.();
    return true;
  };
  const singleTask = tasks.length === 1 ? tasks[0] : undefined;
  return (
    <>
      <Drawer
        open
        width="form"
        title={
          singleTask
            ? t('assign.one', { task: singleTask.sub_prod_id })
            : t('assign.chosen', { count: assignableTasks.length })
        }
        onClose={onClose}
      >
        {hasMore && (
          <p className={parts.muted}>
            {t('assign.firstOf', { count: assignableTasks.length, n: number(assignableTasks.length) })}
          </p>
        )}
        <AssignChoice
          assignableTasks={assignableTasks}
          excludedCount={tasks.length - assignableTasks.length}
          pending={bulkActions.pending}
          onAssign={assignBatches}
          onEscape={onClose}
        />
      </Drawer>
      {bulkActions.dialog}
    </>
  );
}
