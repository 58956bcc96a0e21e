import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { readToken } from '../../lib/session/session-store.ts';
import { registerUnsavedCheck } from '../../lib/session/unsaved.ts';
import { useIsCovered } from '../overlay/back-closes.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { Modal } from '../overlay/modal.tsx';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

interface LeaveGuardOptions {
  /** True if unsaved text would be lost. Called when the user leaves. */
  isTouched: () => boolean;
  /** True if the text is being saved. The navigation of a saved form is not stopped. */
  saving?: boolean;
  /** True if this navigation would lose the text. By default, every navigation would. */
  loses?: (current: Place, next: Place) => boolean;
  /**
   * The action of Back: it closes an overlay without URL parameters, and the screen stays. Overlays in the URL close with the navigation.
   */
  back: (() => void) | 'leaves';
  /** Texts instead of "Discard what you typed?". */
  words?: LeaveWords;
}

interface PendingLeave {
  /** Leaves, or continues the stopped navigation. */
  proceed: () => void;
  /** Cancels the stopped navigation: the router returns to the form. */
  stay?: () => void;
}

/** Navigations by the page itself, in contrast to Back and Forward. */
const PAGE_ACTIONS: readonly string[] = ['PUSH', 'REPLACE'];
/** A navigation within this time after a save belongs to it. */
const AFTER_SAVE_MS = 1000;

/**
 * Shows a question before unsaved text is lost, on Back, a link, Esc, Cancel (through `leave`), reload or closing the browser tab. If the
 * session has ended, there is no question, because the user cannot stay.
 */
export function useLeaveGuard({ isTouched, saving = false, loses, back, words }: LeaveGuardOptions): {
  /** Leaves the form after the user has agreed. */
  leave: (proceed: () => void) => void;
  dialog: ReactNode;
} {
  const hasAgreed = useRef(false);
  const [question, setQuestion] = useState<PendingLeave | null>(null);
  const pendingAnswer = useAnswer();
  const wouldLoseText = () => !hasAgreed.current && readToken() !== null && isTouched();
  const hasUnsaved = useEffectEvent(wouldLoseText);
  useEffect(() => registerUnsavedCheck(() => hasUnsaved()), []);
  // The text has been saved since then, so that the navigation continues.
  const settle = useEffectEvent(() => {
    if (!question || wouldLoseText()) return;
    setQuestion(null);
    question.proceed();
  });
  // The form shows the result of its save when no write is in progress.
  const writing = useIsMutating() > 0;
  useEffect(() => {
    if (question === null || writing) return undefined;
    let isCancelled = false;
    queueMicrotask(() => isCancelled || settle());
    return () => {
      isCancelled = true;
    };
  });
  // Read from the cache instead of the rendered state, because a response can arrive before "saving" was rendered, and the navigation
  // follows immediately.
  const client = useQueryClient();
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success') savedAt.current = performance.now();
      }),
    [client],
  );
  const followsSave = () => saving || client.isMutating() > 0 || performance.now() - savedAt.current < AFTER_SAVE_MS;
  const isCovered = useIsCovered(back !== 'leaves');
  useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (action === 'BACK' && isCovered()) return false;
      const isPageAction = PAGE_ACTIONS.includes(action);
      const mustAsk =
        wouldLoseText() &&
        !(isPageAction && (followsSave() || isSearchChange(current, next))) &&
        (loses?.(current, next) ?? true);
      const closeOverlay = action === 'BACK' && back !== 'leaves' ? back : undefined;
      // The form closes and the screen stays, so that the step back is reverted.
      const proceed = () => {
        closeOverlay?.();
        return closeOverlay !== undefined;
      };
      if (!mustAsk) return proceed();
      return pendingAnswer.ask(
        (answer) => setQuestion({ proceed: () => answer(proceed()), stay: () => answer(true) }),
        closeOverlay !== undefined,
      );
    },
    enableBeforeUnload: wouldLoseText,
  });
  const stay = () => {
    setQuestion(null);
    question?.stay?.();
  };
  const leaveNow = (proceed: () => void) => {
    hasAgreed.current = true;
    setQuestion(null);
    proceed();
  };
  return {
    leave: (proceed) => (wouldLoseText() ? setQuestion({ proceed }) : proceed()),
    dialog: question && <LeaveQuestion open words={words} onLeave={() => leaveNow(question.proceed)} onStay={stay} />,
  };
}

/** True if only the list's search changes in the URL: it was typed just before the form opened. */
function isSearchChange(current: Place, next: Place): boolean {
  if (current.pathname !== next.pathname) return false;
  const [before, after] = [new Map(Object.entries(current.search)), new Map(Object.entries(next.search))];
  const changed = [...before.keys(), ...after.keys()].filter(
    (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
  );
  return changed.every((key) => key === 'text' || key === 'page');
}

type Answer = (stays: boolean) => void;

/**
 * Returns the user's choice that the router waits for. On Back, the browser has already moved when the question opens. If the form closes
 * without a choice, the navigation continues. A navigation that only closes the form is reverted.
 */
function useAnswer() {
  const pending = useRef<{ answer: Answer; closesOnly: boolean } | null>(null);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      // After the end of a session the user cannot stay on the screen.
      pending.current?.answer(pending.current.closesOnly && readToken() !== null);
    };
  }, []);
  return {
    ask: (showQuestion: (answer: Answer) => void, closesOnly: boolean) =>
      new Promise<boolean>((resolve) => {
        const answer: Answer = (stays) => {
          pending.current = null;
          resolve(stays);
        };
        if (isUnmounted.current) return answer(closesOnly);
        // A second navigation replaces the first. The user's choice reverts both.
        pending.current = { answer, closesOnly };
        showQuestion(answer);
      }),
  };
}

/** The leave guard for parts that close in their own way. */
export function LeaveGuard(props: Omit<LeaveGuardOptions, 'isTouched' | 'back'> & { active: boolean }) {
  const { active, ...rest } = props;
  return useLeaveGuard({ ...rest, isTouched: () => active, back: 'leaves' }).dialog;
}

interface LeaveWords {
  title: string;
  text: string;
  ok: string;
  cancel: string;
}

interface LeaveQuestionProps {
  open: boolean;
  /** Texts instead of "Discard what you typed?". */
  words?: LeaveWords | undefined;
  onLeave: () => void;
  onStay: () => void;
}

/** Question before unsaved text is discarded. */
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
      // The stopped navigation and a second navigation wait for the user's choice.
      back="somebody else"
      scrollLock={false}
      title={title}
      okText={ok}
      // The safe choice is the primary button.
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
