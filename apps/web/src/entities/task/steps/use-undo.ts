import type { Task } from '@darkroom/contract/task/task';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../lib/toast.ts';
import { useUndoToast, type LastAction } from '../../../lib/undo/use-undo-toast.ts';
import type { TaskRefusal } from '../calls/task-refusal.ts';
import type { UndoResult } from '../calls/use-task-calls.ts';

interface UndoableMoves {
  movedTasks: readonly Task[];
  /** Follow-up moves. They are undone too, as far as possible. */
  joinedTasks: readonly Task[];
  onUndone: ((restoredTasks: readonly Task[]) => void) | undefined;
}

export interface UndoOffers extends Pick<LastAction<UndoableMoves>, 'trackPending'> {
  /** Reports moved tasks, with Undo. */
  offer: (message: string, movedTasks: readonly Task[], onUndone?: (restoredTasks: readonly Task[]) => void) => void;
}

export interface UndoControls extends UndoOffers {
  /** Adds moves to the last offer. */
  join: (movedTasks: readonly Task[]) => void;
  /** Undoes the last offer. Reports when there is none or its time has passed. */
  last: () => void;
}

type UndoCall = (movedTasks: readonly Task[]) => Promise<UndoResult | ({ kind: 'refused' } & TaskRefusal)>;

/** Returns the undo of all changes to tasks. Tasks with later changes do not change (quality 9). */
export function useUndo(callUndo: UndoCall): UndoControls {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const {
    offer,
    replaceLast: updateOffer,
    undoLast,
    trackPending,
  } = useUndoToast<UndoableMoves>(async ({ movedTasks, joinedTasks, onUndone }) => {
    const result = await callUndo([...movedTasks, ...joinedTasks]);
    if ('kind' in result) return void toast.failed(result.message, t('errors:task_not_logged.title'));
    const unchangedTasks = result.refused.filter(({ task_id }) => movedTasks.some((task) => task.task_id === task_id));
    if (unchangedTasks.length === movedTasks.length) return toast.error(t('undoTooLate'));
    if (unchangedTasks.length > 0) toast.error(t('partlyUndone', { count: unchangedTasks.length }));
    else toast.info(t('undone'));
    onUndone?.(result.done);
  });
  return {
    offer: (message, movedTasks, onUndone) => offer(message, { movedTasks, joinedTasks: [], onUndone }),
    join: (movedTasks) =>
      updateOffer((lastOffer) => ({ ...lastOffer, joinedTasks: [...lastOffer.joinedTasks, ...movedTasks] })),
    last: undoLast,
    trackPending,
  };
}
