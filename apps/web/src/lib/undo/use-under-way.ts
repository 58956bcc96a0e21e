import { useRef } from 'react';

export interface UnderWay {
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
export function useUnderWay(): UnderWay {
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
