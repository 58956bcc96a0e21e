import { useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.tsx';
import { UNDO_MS, useToast } from '../toast.ts';

interface OfferedAction<D> {
  action: D;
  until: number;
  hide: () => void;
}

export interface LastAction<D> {
  /** Shows a toast for the action, with Undo. */
  offer: (text: string, action: D) => void;
  replaceLast: (change: (action: D) => D) => void;
  forget: () => void;
  /** Undoes the last offered action. Shows a message if there is none or its time is over. */
  undoLast: () => void;
  /** Registers an action in progress, so that Undo waits for its response. The promise resolves to true if the action succeeded. */
  trackPending: PendingAction['start'];
}

/**
 * Offers Undo for 8 s (quality 9): a button in the toast of each action, and a key for the last action. Undo before the action's response
 * waits for the response.
 */
export function useUndoToast<D>(undoAction: (action: D) => Promise<void>): LastAction<D> {
  const { t } = useTranslation('common');
  const toast = useToast();
  const last = useRef<OfferedAction<D> | null>(null);
  const pendingAction = usePendingAction();

  const undo = (offered: OfferedAction<D>) => {
    if (last.current === offered) last.current = null;
    offered.hide();
    return undoAction(offered.action);
  };

  const undoLast = async () => {
    if (!(await pendingAction.answered())) return;
    const offered = last.current;
    if (offered && Date.now() < offered.until) await undo(offered);
    else toast.info(t(offered ? 'undoExpired' : 'nothingToUndo'));
  };

  return {
    offer: (text, action) => {
      const offered: OfferedAction<D> = { action, until: Date.now() + UNDO_MS, hide: () => undefined };
      offered.hide = toast.success(text, { label: t('undo'), onPress: () => void undo(offered) });
      last.current = offered;
    },
    replaceLast: (change) => {
      if (last.current) last.current.action = change(last.current.action);
    },
    forget: () => {
      last.current = null;
    },
    undoLast: () => void undoLast(),
    trackPending: pendingAction.start,
  };
}

interface PendingAction {
  /** Registers an action in progress. Its promise resolves to true if the action succeeded. */
  start: (promise: Promise<boolean>) => void;
  /** Waits for the action in progress. Resolves to true if the action succeeded or if there is none. */
  answered: () => Promise<boolean>;
}

const NO_ACTION = Promise.resolve(true);

/**
 * Returns the action that is shown but has no response yet. Until its response, Undo applies to it. If the action fails, there is nothing
 * to undo.
 */
function usePendingAction(): PendingAction {
  const latestAction = useRef(NO_ACTION);
  return {
    start: (promise) => {
      latestAction.current = promise;
      const end = () => {
        if (latestAction.current === promise) latestAction.current = NO_ACTION;
      };
      promise.then(end, end);
    },
    answered: () => latestAction.current.catch(() => false),
  };
}
