import type { ReactNode } from 'react';
import styles from './money.module.css';

/** Amounts have at most as many decimals (domain §8). */
const MOST = 3;

/** What an amount leaves free after its last digit, so that its point stands under the others' points. */
function restOf(value: number): string {
  const decimals = (String(Math.round(value * 1000) / 1000).split('.')[1] ?? '').length;
  return decimals === 0 ? `.${'0'.repeat(MOST)}` : '0'.repeat(MOST - Math.max(2, decimals));
}

interface MoneyProps {
  /** The amount the words end with; absent where all of them have the same number of decimals. */
  value?: number | null | undefined;
  /** The words: `= 54.97`. */
  children: ReactNode;
}

/** An amount among others below each other: its decimals stand under theirs. */
export function Money({ value, children }: MoneyProps) {
  return (
    <span className={styles.money} data-rest={value === null || value === undefined ? '' : restOf(value)}>
      {children}
    </span>
  );
}
