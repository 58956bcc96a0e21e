import type { ReactNode } from 'react';
import styles from './data-table-two.module.css';

interface TwoProps {
  first: ReactNode;
  second: ReactNode;
  /** The second is what one chooses by; the first says what it belongs to. */
  under?: boolean;
  /** The second is not always there: without it the first stands in the middle, as what has one line does. */
  seldom?: boolean;
}

/** Two short lines in one cell: what one looks for, and in quiet words what belongs to it. */
export function Two({ first, second, under = false, seldom = false }: TwoProps) {
  return (
    <span className={styles.two}>
      <span className={under ? styles.quiet : styles.line}>{first}</span>
      <span className={under ? styles.line : seldom ? styles.seldom : styles.quiet}>{second}</span>
    </span>
  );
}
