import type { Task } from '@darkroom/contract/task/task';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../lib/toast.ts';
import { useLastDeed, type LastAction } from '../../../lib/undo/use-last-deed.ts';
import type { Refusal } from '../calls/task-refusal.ts';
import type { UndoResult } from '../calls/use-task-calls.ts';

interface Moves {
  moved: readonly Task[];
  /** Follow-up moves. They are undone too, as far as possible. */
  joined: readonly Task[];
  onUndone: ((done: readonly Task[]) => void) | undefined;
}

/** Undo for an action. */
export interface Undoing extends Pick<LastAction<Moves>, 'during'> {
  /** Reports moved tasks, with Undo. */
  offer: (said: string, moved: readonly Task[], onUndone?: (done: readonly Task[]) => void) => void;
}

export interface Undo extends Undoing {
  /** Adds moves to the last offer. */
  join: (moved: readonly Task[]) => void;
  /** Undoes the last offer. Reports when there is none or its time has passed. */
  last: () => void;
}

type TakeBack = (moved: readonly Task[]) => Promise<UndoResult | ({ kind: 'refused' } & Refusal)>;

/** Undo for everything that changes tasks. Tasks with later changes stay as they are (quality 9). */
export function useUndo(takeBack: TakeBack): Undo {
  const { t } = useTranslation(['task', 'errors']);
  const toast = useToast();
  const { offer, become, takeBackLast, during } = useLastDeed<Moves>(async ({ moved, joined, onUndone }) => {
    const result = await takeBack([...moved, ...joined]);
    if ('kind' in result) return void toast.failed(result.message, t('errors:task_not_logged.title'));
    const stayed = result.refused.filter(({ task_id }) => moved.some((task) => task.task_id === task_id));
    if (stayed.length === moved.length) return toast.error(t('undoTooLate'));
    if (stayed.length > 0) toast.error(t('undoneBut', { count: stayed.length }));
    else toast.info(t('undone'));
    onUndone?.(result.done);
  });
  return {
    offer: (said, moved, onUndone) => offer(said, { moved, joined: [], onUndone }),
    join: (moved) => become((deed) => ({ ...deed, joined: [...deed.joined, ...moved] })),
    last: takeBackLast,
    during,
  };
}
