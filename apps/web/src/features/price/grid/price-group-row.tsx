import { PRICE_COLUMNS } from './price-columns.ts';
import styles from './price-grid.module.css';

interface PriceGroupRowProps {
  /** What its prices have in common. */
  group: string;
  index: number;
  /** Where it stands in the sheet, and how high it is, in px. */
  top: number;
  height: number;
}

/** The line above the prices of a group. */
export function PriceGroupRow({ group, index, top, height }: PriceGroupRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.group}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="rowheader" aria-colspan={PRICE_COLUMNS.length}>
        {group}
      </div>
    </div>
  );
}
