import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { readToken } from '../../lib/session/session-store.ts';
import { trackUnsaved } from '../../lib/session/unsaved.ts';
import { useCovered } from '../overlay/back-closes.ts';
import { useTranslation } from 'react-i18next';
import { Modal } from '../overlay/modal.tsx';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

interface LeaveGuardOptions {
  /** Whether something would be lost; asked at the moment of leaving. */
  isTouched: () => boolean;
  /** It is being saved: the step onwards that a saved form takes is not held up. */
  saving?: boolean;
  /** Whether going there loses it; going anywhere else does not. */
  loses?: (current: Place, next: Place) => boolean;
  /** What Back does: it closes what has no address of its own, and the screen stays; what stands in the address goes with the step. */
  back: (() => void) | 'leaves';
  /** What is asked, where "Discard what you typed?" says too little. */
  words?: LeaveWords;
}

interface Question {
  /** Leaves, or takes the step that the router holds. */
  onwards: () => void;
  /** Where the router waits for the answer: it goes back to where the form is. */
  stay?: () => void;
}

/** Steps the page takes by itself, in contrast to Back and Forward. */
const OWN_STEPS: readonly string[] = ['PUSH', 'REPLACE'];
/** How long after a save such a step belongs to it. */
const STEP_AFTER_SAVE_MS = 1000;

/**
 * Asks before what was not saved is left behind, whichever way: Back, a link, Esc, Cancel (through `leave`), reload or closing
 * the browser's tab. Says nothing when the session ended, for that is no choice.
 */
export function useLeaveGuard({ isTouched, saving = false, loses, back, words }: LeaveGuardOptions): {
  /** Does what leaves the form, once the person agreed. */
  leave: (onwards: () => void) => void;
  dialog: ReactNode;
} {
  const agreed = useRef(false);
  const [asked, setAsked] = useState<Question | null>(null);
  const waiting = useAnswer();
  const wouldLose = () => !agreed.current && readToken() !== null && isTouched();
  const unsaved = useEffectEvent(wouldLose);
  useEffect(() => trackUnsaved(() => unsaved()), []);
  // What was asked about has been saved meanwhile: the step is taken.
  const settle = useEffectEvent(() => {
    if (!asked || wouldLose()) return;
    setAsked(null);
    asked.onwards();
  });
  // A form shows what came of its save once nothing is on its way any more.
  const writing = useIsMutating() > 0;
  useEffect(() => {
    if (asked === null || writing) return undefined;
    let gone = false;
    queueMicrotask(() => gone || settle());
    return () => {
      gone = true;
    };
  });
  // Asked of the cache and not of what was drawn: an answer may be here before "saving" was ever drawn, and the step onwards
  // comes a moment after it.
  const client = useQueryClient();
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success') savedAt.current = performance.now();
      }),
    [client],
  );
  const followsSave = () =>
    saving || client.isMutating() > 0 || performance.now() - savedAt.current < STEP_AFTER_SAVE_MS;
  const isCovered = useCovered(back !== 'leaves');
  useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (action === 'BACK' && isCovered()) return false;
      const ownStep = OWN_STEPS.includes(action);
      const asks =
        wouldLose() && !(ownStep && (followsSave() || searchesOnly(current, next))) && (loses?.(current, next) ?? true);
      const closes = action === 'BACK' && back !== 'leaves' ? back : undefined;
      // Closed, the screen it stood on stays: the step back is taken for it.
      const onwards = () => {
        closes?.();
        return closes !== undefined;
      };
      if (!asks) return onwards();
      return waiting.ask(
        (answer) => setAsked({ onwards: () => answer(onwards()), stay: () => answer(true) }),
        closes !== undefined,
      );
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
  return {
    leave: (onwards) => (wouldLose() ? setAsked({ onwards }) : onwards()),
    dialog: asked && <LeaveQuestion open words={words} onLeave={() => go(asked.onwards)} onStay={stay} />,
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
 * unanswered, the address and the page would part. A step that was to close the form only has been taken then.
 */
function useAnswer() {
  const pending = useRef<{ answer: Answer; closesOnly: boolean } | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      // Where the session ended there is no screen to stay on.
      pending.current?.answer(pending.current.closesOnly && readToken() !== null);
    };
  }, []);
  return {
    ask: (put: (answer: Answer) => void, closesOnly: boolean) =>
      new Promise<boolean>((resolve) => {
        const answer: Answer = (stays) => {
          pending.current = null;
          resolve(stays);
        };
        if (gone.current) return answer(closesOnly);
        // A second step takes the place of the first: one answer brings all of them back.
        pending.current = { answer, closesOnly };
        put(answer);
      }),
  };
}

/** The same for what keeps its own way of closing. */
export function LeaveGuard(props: Omit<LeaveGuardOptions, 'isTouched' | 'back'> & { active: boolean }) {
  const { active, ...rest } = props;
  return useLeaveGuard({ ...rest, isTouched: () => active, back: 'leaves' }).dialog;
}

/** What is asked before something is lost. */
interface LeaveWords {
  title: string;
  text: string;
  ok: string;
  cancel: string;
}

interface LeaveQuestionProps {
  open: boolean;
  /** Where "Discard what you typed?" says too little. */
  words?: LeaveWords | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks whether what was not saved may be lost. */
function LeaveQuestion({ open, words, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation('record');
  const { title, text, ok, cancel } = words ?? {
    title: t('discard.title'),
    text: t('discard.hint'),
    ok: t('discard.yes'),
    cancel: t('discard.no'),
  };
  return (
    <Modal
      open={open}
      // The step that is asked about waits for the answer, and so does another one.
      back="somebody else"
      scrollLock={false}
      title={title}
      okText={ok}
      // What loses nothing is what the eye finds first.
      okButtonProps={{ type: 'default', danger: true }}
      cancelButtonProps={{ type: 'primary', autoFocus: true }}
      cancelText={cancel}
      onOk={onLeave}
      onCancel={onStay}
    >
      {text}
    </Modal>
  );
}
