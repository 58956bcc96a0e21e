import type { ReactNode } from 'react';
import styles from './money.module.css';

/** Amounts have at most this many decimals (domain §8). */
const MAX_DECIMALS = 3;

/** Returns invisible digits after an amount, so that the decimal points in a column align. */
function getPadding(value: number): string {
  const decimals = (String(Math.round(value * 1000) / 1000).split('.')[1] ?? '').length;
  return decimals === 0 ? `.${'0'.repeat(MAX_DECIMALS)}` : '0'.repeat(MAX_DECIMALS - Math.max(2, decimals));
}

interface MoneyProps {
  /** The amount at the end of the text. Absent if all amounts have the same number of decimals. */
  value?: number | null | undefined;
  /** The text: `= 54.97`. */
  children: ReactNode;
}

/** An amount in a column, with aligned decimals. */
export function Money({ value, children }: MoneyProps) {
  return (
    <span className={styles.money} data-padding={value === null || value === undefined ? '' : getPadding(value)}>
      {children}
    </span>
  );
}
