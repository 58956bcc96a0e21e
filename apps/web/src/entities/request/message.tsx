import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormat } from '../../lib/words/format.ts';
import styles from './thread.module.css';

interface ThreadMessageProps {
  /** Id of the message. The request's own text has none. */
  id?: number;
  /** Author, as the reading side calls them. */
  who: string;
  /** Written by the reading side. */
  own: boolean;
  at: string;
  /** True if nobody of the reading side has read it. */
  unread?: boolean;
  children: ReactNode;
}

/** One message of a thread. The reading side's messages are at the end of the line, the others at its beginning. */
export function ThreadMessage({ id, who, own, at, unread, children }: ThreadMessageProps) {
  const { dayTime } = useFormat();
  return (
    <li data-message={id} data-side={own ? 'own' : 'other'} data-unread={unread || undefined}>
      <span className={styles.who}>
        {who} <time dateTime={at}>{dayTime(at)}</time>
      </span>
      <div className={styles.bubble}>{children}</div>
    </li>
  );
}

/**
 * Messages, oldest first, announced to screen readers. A new message scrolls into view when the reader is at the end. Otherwise a button
 * leads to it.
 */
export function ThreadList({ label, newer, children }: { label: string; newer: string; children: ReactNode }) {
  const list = useRef<HTMLOListElement>(null);
  const known = useRef<number>(undefined);
  const [below, setBelow] = useState<{ message: HTMLElement; left: number } | null>(null);
  useEffect(() => {
    const { childElementCount: count = 0, lastElementChild: last } = list.current ?? {};
    const grew = known.current !== undefined && count === known.current + 1;
    known.current = count;
    if (!grew || !(last instanceof HTMLElement)) return;
    // Below the message box, as on a phone, the message would be hidden.
    if (last.dataset.side === 'own') last.scrollIntoView({ block: 'center' });
    else if (isInSight(last.previousElementSibling)) last.scrollIntoView({ block: 'nearest' });
    else setBelow({ message: last, left: middleOf(list.current!) });
  }, [children]);
  useEffect(() => {
    if (!below) return undefined;
    const sight = new IntersectionObserver(([it]) => it?.isIntersecting && setBelow(null));
    sight.observe(below.message);
    return () => sight.disconnect();
  }, [below]);
  return (
    <>
      <ol ref={list} className={styles.thread} aria-label={label} aria-live="polite">
        {children}
      </ol>
      {below && (
        <button type="button" className={styles.newer} style={{ left: below.left }} onClick={() => goTo(below.message)}>
          ↓ {newer}
        </button>
      )}
    </>
  );
}

/** Scrolls to a message and gives it the focus. The pressed button disappears, so keyboard users continue here. */
const goTo = (message: HTMLElement): void => {
  message.scrollIntoView({ block: 'nearest' });
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
};

/** Horizontal centre of an element in the window. */
const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

/** True if the end of an element is within the window. */
const isInSight = (element: Element | null): boolean =>
  element !== null && element.getBoundingClientRect().bottom <= window.innerHeight;

/** Text with its line breaks. */
export const Words = ({ children }: { children: string }) => <p className="verbatim">{children}</p>;
