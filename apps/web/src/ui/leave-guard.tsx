import { useBlocker } from '@tanstack/react-router';
import { Modal } from 'antd';
import { readToken } from '../lib/session-store.ts';

interface Place {
  readonly pathname: string;
  readonly search: object;
}

export interface LeaveGuardProps {
  /** Whether something would be lost. */
  active: boolean;
  /** Whether going there loses it; going anywhere else does not. */
  loses: (current: Place, next: Place) => boolean;
  words: { title: string; text: string; ok: string; cancel: string };
}

/** Asks before what was not saved is left behind; says nothing when the session ended, for that is no choice. */
export function LeaveGuard({ active, loses, words }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && readToken() !== null && loses(current, next),
    enableBeforeUnload: () => active && readToken() !== null,
    withResolver: true,
  });
  return (
    <Modal
      open={blocker.status === 'blocked'}
      scrollLock={false}
      title={words.title}
      okText={words.ok}
      cancelText={words.cancel}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {words.text}
    </Modal>
  );
}
