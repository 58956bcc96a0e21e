import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import styles from './thread.module.css';

interface ThreadMessageProps {
  /** Id of the message. The request's own text has none. */
  id?: number;
  /** Author's name, as the reading side uses it. */
  author: string;
  /** True if the reading side wrote the message. */
  isMine: boolean;
  at: string;
  /** True if no one on the reading side has read the message. */
  isUnread?: boolean;
  children: ReactNode;
}

/** One message of a thread. The reading side's messages are at the end of the line, the others at its beginning. */
export function ThreadMessage({ id, author, isMine, at, isUnread, children }: ThreadMessageProps) {
  const { dayTime } = useFormat();
  return (
    <li data-message={id} data-side={isMine ? 'own' : 'other'} data-unread={isUnread || undefined}>
      <span className={styles.author}>
        {author} <time dateTime={at}>{dayTime(at)}</time>
      </span>
      <div className={styles.bubble}>{children}</div>
    </li>
  );
}

/**
 * Messages, oldest first, announced to screen readers. A new message scrolls into view when the reader is at the end. Otherwise a button
 * scrolls to it.
 */
export function ThreadList({
  label,
  newerLabel,
  children,
}: {
  label: string;
  newerLabel: string;
  children: ReactNode;
}) {
  const list = useRef<HTMLOListElement>(null);
  const knownCount = useRef<number>(undefined);
  const [hiddenMessage, setHiddenMessage] = useState<{ message: HTMLElement; left: number } | null>(null);
  useEffect(() => {
    const { childElementCount: count = 0, lastElementChild: lastMessage } = list.current ?? {};
    const hasNewMessage = knownCount.current !== undefined && count === knownCount.current + 1;
    knownCount.current = count;
    if (!hasNewMessage || !(lastMessage instanceof HTMLElement)) return;
    // Below the message box, as on a phone, the message would be hidden.
    if (lastMessage.dataset.side === 'own') lastMessage.scrollIntoView({ block: 'center' });
    else if (isInWindow(lastMessage.previousElementSibling)) lastMessage.scrollIntoView({ block: 'nearest' });
    else setHiddenMessage({ message: lastMessage, left: findCenter(list.current!) });
  }, [children]);
  useEffect(() => {
    if (!hiddenMessage) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setHiddenMessage(null));
    observer.observe(hiddenMessage.message);
    return () => observer.disconnect();
  }, [hiddenMessage]);
  return (
    <>
      <ol ref={list} className={styles.thread} aria-label={label} aria-live="polite">
        {children}
      </ol>
      {hiddenMessage && (
        <button
          type="button"
          className={styles.newMessagesButton}
          style={{ left: hiddenMessage.left }}
          onClick={() => scrollToMessage(hiddenMessage.message)}
        >
          ↓ {newerLabel}
        </button>
      )}
    </>
  );
}

/** Scrolls to a message and gives it the focus. The pressed button disappears, so keyboard users continue here. */
const scrollToMessage = (message: HTMLElement): void => {
  message.scrollIntoView({ block: 'nearest' });
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
};

/** Returns the horizontal centre of an element in the window. */
const findCenter = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

/** True if the end of an element is within the window. */
const isInWindow = (element: Element | null): boolean =>
  element !== null && element.getBoundingClientRect().bottom <= window.innerHeight;

/** Text with its line breaks. */
export const MessageText = ({ children }: { children: string }) => <p className="user-text">{children}</p>;
