import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UNDO_MS, useToast } from '../toast.ts';

interface Offered<D> {
  deed: D;
  until: number;
  hide: () => void;
}

export interface LastAction<D> {
  /** Shows a toast for the action, with Undo. */
  offer: (said: string, deed: D) => void;
  /** Extends the last offered action. */
  become: (change: (deed: D) => D) => void;
  /** Makes the last action final. */
  forget: () => void;
  /** Undoes the last offered action. Shows a message if there is none or its time is over. */
  takeBackLast: () => void;
  /** Registers an action in progress, so that Undo waits for its answer. The promise resolves to whether it succeeded. */
  during: UnderWay['begun'];
}

/**
 * Undo for 8 s (quality 9): a button in the toast of each action, and a key for the last one. Undo before the action's answer waits for
 * the answer.
 */
export function useLastDeed<D>(takeBack: (deed: D) => Promise<void>): LastAction<D> {
  const { t } = useTranslation('common');
  const toast = useToast();
  const last = useRef<Offered<D> | null>(null);
  const underWay = useUnderWay();

  const undo = (offered: Offered<D>) => {
    if (last.current === offered) last.current = null;
    offered.hide();
    return takeBack(offered.deed);
  };

  const undoLast = async () => {
    if (!(await underWay.answered())) return;
    const offered = last.current;
    if (offered && Date.now() < offered.until) await undo(offered);
    else toast.info(t(offered ? 'undoOver' : 'nothingToUndo'));
  };

  return {
    offer: (said, deed) => {
      const offered: Offered<D> = { deed, until: Date.now() + UNDO_MS, hide: () => undefined };
      offered.hide = toast.success(said, { label: t('undo'), onPress: () => void undo(offered) });
      last.current = offered;
    },
    become: (change) => {
      if (last.current) last.current.deed = change(last.current.deed);
    },
    forget: () => {
      last.current = null;
    },
    takeBackLast: () => void undoLast(),
    during: underWay.begun,
  };
}

interface UnderWay {
  /** Registers an action in progress. Its promise resolves to whether it succeeded. */
  begun: (taken: Promise<boolean>) => void;
  /** Waits for the action in progress. Resolves to whether it succeeded, or to true without one. */
  answered: () => Promise<boolean>;
}

const NOTHING = Promise.resolve(true);

/** The action that is shown but not answered yet, which Undo means until its answer. If the action fails, there is nothing to undo. */
function useUnderWay(): UnderWay {
  const act = useRef(NOTHING);
  return {
    begun: (taken) => {
      act.current = taken;
      const end = () => {
        if (act.current === taken) act.current = NOTHING;
      };
      taken.then(end, end);
    },
    answered: () => act.current.catch(() => false),
  };
}
