import type { Task } from '@darkroom/contract/task';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UNDO_MS, useToast } from '../../../lib/toast.ts';
import { useUnderWay } from '../../../lib/use-under-way.ts';
import type { Refusal } from '../calls/task-refusal.ts';
import type { UndoResult } from '../calls/use-task-calls.ts';

/** Something that was done and can be taken back for a while. */
interface Deed {
  moved: readonly Task[];
  /** Moves that followed from it: they go back along with it, as far as they still can. */
  joined: readonly Task[];
  until: number;
  onUndone: ((done: readonly Task[]) => void) | undefined;
  hide: () => void;
}

/** What does something that can be taken back. */
export interface Undoing {
  /** Says that tasks were moved, with Undo beside it. */
  offer: (said: string, moved: readonly Task[], onUndone?: (done: readonly Task[]) => void) => void;
  /** Notes what has begun: Undo pressed before its answer waits for it. The promise tells whether it was taken. */
  during: (taken: Promise<boolean>) => void;
}

export interface Undo extends Undoing {
  /** Adds moves to what was offered last. */
  join: (moved: readonly Task[]) => void;
  /** Takes back what was offered last; says so when there is nothing, or not any more. */
  last: () => void;
}

type TakeBack = (moved: readonly Task[]) => Promise<UndoResult | ({ kind: 'refused' } & Refusal)>;

/** Undo for everything that moves tasks: a button in the toast for 8 s, and a key for the last one (quality 9). */
export function useUndo(takeBack: TakeBack): Undo {
  const { t } = useTranslation('task');
  const toast = useToast();
  const last = useRef<Deed | null>(null);
  const underWay = useUnderWay();

  const undo = async (deed: Deed) => {
    if (last.current === deed) last.current = null;
    deed.hide();
    const result = await takeBack([...deed.moved, ...deed.joined]);
    if ('kind' in result) return toast.failed(result.message, result.title);
    const stayed = result.refused.filter(({ task_id }) => deed.moved.some((task) => task.task_id === task_id));
    if (stayed.length === deed.moved.length) return toast.error(t('undoTooLate'));
    if (stayed.length > 0) toast.error(t('undoneBut', { count: stayed.length }));
    else toast.info(t('undone'));
    deed.onUndone?.(result.done);
  };

  const undoLast = async () => {
    if (!(await underWay.answered())) return;
    const deed = last.current;
    if (deed && Date.now() < deed.until) await undo(deed);
    else toast.info(t('nothingToUndo'));
  };

  return {
    offer: (said, moved, onUndone) => {
      const deed: Deed = { moved, joined: [], until: Date.now() + UNDO_MS, onUndone, hide: () => undefined };
      deed.hide = toast.success(said, { label: t('undo'), onPress: () => void undo(deed) });
      last.current = deed;
    },
    join: (moved) => {
      if (last.current) last.current.joined = [...last.current.joined, ...moved];
    },
    last: () => void undoLast(),
    during: underWay.begun,
  };
}
