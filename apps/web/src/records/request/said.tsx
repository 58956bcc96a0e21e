import { useEffect, useRef, type ReactNode } from 'react';
import { useFormat } from '../../lib/words/format.ts';
import styles from './thread.module.css';

interface SaidProps {
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
export function Said({ who, own, at, unread, children }: SaidProps) {
  const { dayTime } = useFormat();
  return (
    <li data-side={own ? 'own' : 'other'} data-unread={unread || undefined}>
      <span className={styles.who}>
        {who} <time dateTime={at}>{dayTime(at)}</time>
      </span>
      <div className={styles.bubble}>{children}</div>
    </li>
  );
}

/** What was written, oldest first; what comes in is read to whoever listens, and what one wrote oneself comes into sight. */
export function ThreadList({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLOListElement>(null);
  const known = useRef<number>(undefined);
  useEffect(() => {
    const { childElementCount: count = 0, lastElementChild: last } = list.current ?? {};
    const grew = known.current !== undefined && count === known.current + 1;
    known.current = count;
    // Below the box one writes in, as on a phone, it would stand unseen.
    if (grew && last instanceof HTMLElement && last.dataset.side === 'own') last.scrollIntoView({ block: 'center' });
  });
  return (
    <ol ref={list} className={styles.thread} aria-label={label} aria-live="polite">
      {children}
    </ol>
  );
}

/** Words as they were written, line by line. */
export const Words = ({ children }: { children: string }) => <p className={styles.words}>{children}</p>;
