import type { ReactNode } from 'react';
import styles from './data-table-two.module.css';

interface TwoProps {
  first: ReactNode;
  second: ReactNode;
  /** The second line is the main one, and the first says what it belongs to. */
  under?: boolean;
  /** The second line can be missing. Then the first is centred, as in cells of one line. */
  seldom?: boolean;
}

/** Two short lines in one cell: the main text, and secondary text. */
export function Two({ first, second, under = false, seldom = false }: TwoProps) {
  return (
    <span className={styles.two}>
      <span className={under ? styles.muted : styles.line}>{first}</span>
      <span className={under ? styles.line : seldom ? styles.seldom : styles.muted}>{second}</span>
    </span>
  );
}
