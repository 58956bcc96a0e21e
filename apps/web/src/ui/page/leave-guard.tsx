import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Modal } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readToken } from '../../lib/session/session-store.ts';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

interface LeaveWords {
  title: string;
  text: string;
  ok: string;
  cancel: string;
}

interface LeaveGuardOptions {
  /** Whether something would be lost; asked at the moment of leaving. */
  isTouched: () => boolean;
  /** It is being saved: the step onwards that a saved form takes is not held up. */
  saving?: boolean;
  /** Whether going there loses it; going anywhere else does not. */
  loses?: (current: Place, next: Place) => boolean;
  /** Closes what has no address of its own: Back does that, as it closes what has one, and the screen stays. */
  backCloses?: (() => void) | undefined;
  /** What is asked, where "Discard what you typed?" says too little. */
  words?: LeaveWords;
}

interface Question {
  onwards: () => void;
  /** Where the router waits for the answer: it goes back to where the form is. */
  stay?: () => void;
}

/** Steps the page takes by itself, in contrast to Back and Forward. */
const OWN_STEPS: readonly string[] = ['PUSH', 'REPLACE'];
/** How long after a save such a step belongs to it. */
const STEP_AFTER_SAVE_MS = 1000;
/** How long after it the form shows that nothing is left to save. */
const SAVE_SHOWS_MS = 50;

/**
 * Asks before what was not saved is left behind, whichever way: Back, a link, Esc, Cancel (through `leave`), reload or closing
 * the browser's tab. Says nothing when the session ended, for that is no choice.
 */
export function useLeaveGuard({ isTouched, saving = false, loses, backCloses, words }: LeaveGuardOptions): {
  /** Does what leaves the form, once the person agreed. */
  leave: (onwards: () => void) => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation('record');
  const agreed = useRef(false);
  const [asked, setAsked] = useState<Question | null>(null);
  const waiting = useAnswer();
  const wouldLose = () => !agreed.current && readToken() !== null && isTouched();
  // What was asked about has been saved meanwhile: the step is taken.
  const settle = useEffectEvent(() => {
    if (!asked || wouldLose()) return;
    setAsked(null);
    waiting.drop();
  });
  // Asked of the cache and not of what was drawn: an answer may be here before "saving" was ever drawn, and the step onwards
  // comes a moment after it.
  const client = useQueryClient();
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return;
        savedAt.current = performance.now();
        setTimeout(() => settle(), SAVE_SHOWS_MS);
      }),
    [client],
  );
  const followsSave = () =>
    saving || client.isMutating() > 0 || performance.now() - savedAt.current < STEP_AFTER_SAVE_MS;
  useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      const ownStep = OWN_STEPS.includes(action);
      const asks =
        wouldLose() && !(ownStep && (followsSave() || searchesOnly(current, next))) && (loses?.(current, next) ?? true);
      const closes = action === 'BACK' ? backCloses : undefined;
      // Closed, the screen it stood on stays: the step back is taken for it.
      const onwards = () => {
        closes?.();
        return closes !== undefined;
      };
      if (!asks) return onwards();
      return waiting.ask((answer) => setAsked({ onwards: () => answer(onwards()), stay: () => answer(true) }));
    },
    enableBeforeUnload: wouldLose,
  });
  const stay = () => {
    setAsked(null);
    asked?.stay?.();
  };
  const go = (onwards: () => void) => {
    agreed.current = true;
    setAsked(null);
    onwards();
  };
  const { title, text, ok, cancel } = words ?? {
    title: t('discard.title'),
    text: t('discard.hint'),
    ok: t('discard.yes'),
    cancel: t('discard.no'),
  };
  return {
    leave: (onwards) => (wouldLose() ? setAsked({ onwards }) : onwards()),
    dialog: (
      <Modal
        open={asked !== null}
        scrollLock={false}
        title={title}
        okText={ok}
        okButtonProps={{ danger: words === undefined }}
        cancelText={cancel}
        onOk={() => asked && go(asked.onwards)}
        onCancel={stay}
      >
        {text}
      </Modal>
    ),
  };
}

/** Whether only the list's search is written into the address: typed a moment before the form was opened over the list. */
function searchesOnly(current: Place, next: Place): boolean {
  if (current.pathname !== next.pathname) return false;
  const [before, after] = [new Map(Object.entries(current.search)), new Map(Object.entries(next.search))];
  const changed = [...before.keys(), ...after.keys()].filter(
    (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
  );
  return changed.every((key) => key === 'text' || key === 'page');
}

type Answer = (stays: boolean) => void;

/**
 * The answer the router waits for. With Back the browser is a step away already when one is asked; whoever asked may go
 * before there is an answer, as when the form is saved and closes. Then nothing is lost any more, and the step is taken: left
 * unanswered, the address and the page would part.
 */
function useAnswer() {
  const pending = useRef<Answer | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      pending.current?.(false);
    };
  }, []);
  return {
    ask: (put: (answer: Answer) => void) =>
      new Promise<boolean>((resolve) => {
        const answer: Answer = (stays) => {
          pending.current = null;
          resolve(stays);
        };
        if (gone.current) return answer(false);
        // A second step takes the place of the first: one answer brings all of them back.
        pending.current = answer;
        put(answer);
      }),
    drop: () => pending.current?.(false),
  };
}

/** The same for what keeps its own way of closing. */
export function LeaveGuard(props: Omit<LeaveGuardOptions, 'isTouched'> & { active: boolean }) {
  const { active, ...rest } = props;
  return useLeaveGuard({ ...rest, isTouched: () => active }).dialog;
}
