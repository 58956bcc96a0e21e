import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

interface TwoLinesProps {
  first: ReactNode;
  second: ReactNode;
  /** The second line is the main one, and the first says what it belongs to. */
  isMainSecond?: boolean;
  /** The second line can be missing. Then the first is centred, as in cells of one line. */
  isOptional?: boolean;
}

/** Two short lines in one cell: the main text, and secondary text. */
export function TwoLines({ first, second, isMainSecond = false, isOptional = false }: TwoLinesProps) {
  return (
    <span className={styles.twoLines}>
      <span className={isMainSecond ? styles.muted : styles.line}>{first}</span>
      <span className={isMainSecond ? styles.line : isOptional ? styles.optionalLine : styles.muted}>{second}</span>
    </span>
  );
}
