import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UNDO_MS, useToast } from '../toast.ts';

interface Offered<D> {
  deed: D;
  until: number;
  hide: () => void;
}

export interface LastDeed<D> {
  /** Says what was done, with Undo beside it. */
  offer: (said: string, deed: D) => void;
  /** What was offered last has become more than it was. */
  become: (change: (deed: D) => D) => void;
  /** What was done last is for good. */
  forget: () => void;
  /** Takes back what was offered last; says so when there is nothing, or not any more. */
  takeBackLast: () => void;
  /** Notes what has begun: Undo pressed before its answer waits for it. The promise tells whether it was taken. */
  during: UnderWay['begun'];
}

/**
 * Undo for 8 s (quality 9): a button in the toast for each deed, and the last one for a key. A deed is taken back once; one pressed
 * for before its answer is waited for.
 */
export function useLastDeed<D>(takeBack: (deed: D) => Promise<void>): LastDeed<D> {
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
  /** Notes an act that has begun; its promise tells whether it was taken. */
  begun: (taken: Promise<boolean>) => void;
  /** Once what is under way is answered: whether it was taken. True at once where nothing is. */
  answered: () => Promise<boolean>;
}

const NOTHING = Promise.resolve(true);

/**
 * The act that is shown already but not answered yet: Undo pressed meanwhile means that one. Where it was refused there is
 * nothing of it to take back; what is pressed after the answer means what was done before it.
 */
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
