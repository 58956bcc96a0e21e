import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFormat } from '../../lib/words/format.ts';
import styles from './thread.module.css';

interface ThreadMessageProps {
  /** The message it is; what a request begins with is none. */
  id?: number;
  /** Who said it, in words of the side that reads. */
  who: string;
  /** It was the side that reads. */
  own: boolean;
  at: string;
  /** Nobody of the side that reads had read it. */
  unread?: boolean;
  children: ReactNode;
}

/** One message of a thread: the own side's at the end of the line, the other's at its beginning. */
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
 * What was written, oldest first; what comes in is read to whoever listens, and what one wrote oneself comes into sight. So does an answer to
 * who is at the end; who reads further up is told of it (`newer`) and goes there when they like.
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
    // Below the box one writes in, as on a phone, it would stand unseen.
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

/** Brings it into sight, and the focus to it: the button pressed goes, and who came by keyboard goes on here. */
const goTo = (message: HTMLElement): void => {
  message.scrollIntoView({ block: 'nearest' });
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
};

/** Where its middle is, across the window. */
const middleOf = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

/** Whether it ends within the window. */
const isInSight = (element: Element | null): boolean =>
  element !== null && element.getBoundingClientRect().bottom <= window.innerHeight;

/** Words as they were written, line by line. */
export const Words = ({ children }: { children: string }) => <p className="verbatim">{children}</p>;
