import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

interface TwoLinesProps {
  first: ReactNode;
  second: ReactNode;
  /** True if the second line is the main line. The first line then names the record that it belongs to. */
  isMainSecond?: boolean;
  /** True if the second line can be missing. Then the first is centred, as in cells of one line. */
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
