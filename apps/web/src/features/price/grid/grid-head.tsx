import { useTranslation } from 'react-i18next';
import { PRICE_COLUMNS } from './price-columns.ts';
import styles from './price-grid.module.css';

/** What the grid's columns are called. */
export function GridHead() {
  const { t } = useTranslation('price');
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {PRICE_COLUMNS.map(({ key, end, onScreen }, at) => (
        <div
          key={key}
          role="columnheader"
          aria-colindex={at + 1}
          title={key === 'visible' || key === 'enabled' ? t(`columnHint.${key}`) : undefined}
          className={[styles.cell, end && styles.end, at === 0 && styles.stays, onScreen && 'on-screen']
            .filter(Boolean)
            .join(' ')}
        >
          {t(`column.${key}`)}
        </div>
      ))}
    </div>
  );
}
