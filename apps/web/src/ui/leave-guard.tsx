import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Modal } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readToken } from '../lib/session-store.ts';

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
  /** What is asked, where "Discard what you typed?" says too little. */
  words?: LeaveWords;
}

/** Steps the page takes by itself, in contrast to Back and Forward. */
const OWN_STEPS: readonly string[] = ['PUSH', 'REPLACE'];
/** How long after a save such a step belongs to it. */
const STEP_AFTER_SAVE_MS = 1000;

/**
 * Asks before what was not saved is left behind, whichever way: Back, a link, Esc, Cancel (through `leave`), reload or closing
 * the browser's tab. Says nothing when the session ended, for that is no choice.
 */
export function useLeaveGuard({ isTouched, saving = false, loses, words }: LeaveGuardOptions): {
  /** Does what leaves the form, once the person agreed. */
  leave: (onwards: () => void) => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation('record');
  const agreed = useRef(false);
  const [asked, setAsked] = useState<{ onwards: () => void } | null>(null);
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
  const wouldLose = () => !agreed.current && readToken() !== null && isTouched();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      wouldLose() && !(OWN_STEPS.includes(action) && followsSave()) && (loses?.(current, next) ?? true),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  });
  const stay = () => {
    setAsked(null);
    blocker.reset?.();
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
        open={asked !== null || blocker.status === 'blocked'}
        scrollLock={false}
        title={title}
        okText={ok}
        okButtonProps={{ danger: words === undefined }}
        cancelText={cancel}
        onOk={() => go(asked?.onwards ?? (() => blocker.proceed?.()))}
        onCancel={stay}
      >
        {text}
      </Modal>
    ),
  };
}

/** The same for what keeps its own way of closing. */
export function LeaveGuard(props: Omit<LeaveGuardOptions, 'isTouched'> & { active: boolean }) {
  const { active, ...rest } = props;
  return useLeaveGuard({ ...rest, isTouched: () => active }).dialog;
}
