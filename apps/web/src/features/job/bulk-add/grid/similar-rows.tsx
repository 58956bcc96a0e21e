import { cellText } from '@darkroom/domain/order-sheet/cell';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../bulk-add.module.css';
import type { CorrectedCells } from '../draft.ts';
import { errorsOfRow, type OrderColumn } from './order-columns.ts';
import { rowsWithText } from './cell-notes.ts';
import type { ShownRow } from '../validation/validation.ts';

/** Other rows with the same text in the same invalid cell as the corrected row. */
export interface Similar {
  readonly text: string;
  readonly rows: readonly number[];
  readonly cells: CorrectedCells;
}

/** Rows that need the same correction, because a misspelt name often repeats. Null if there is none. */
export function similarRows(
  rows: readonly ShownRow[],
  mended: ShownRow,
  column: OrderColumn,
  cells: CorrectedCells,
): Similar | null {
  if (!['customer', 'category', 'priority'].includes(column.edit ?? '') || errorsOfRow(mended, column).length === 0)
    return null;
  const same = rowsWithText(rows, mended, column).filter((row) => row !== mended.sheet.row);
  if (same.length === 0) return null;
  const blamed = errorsOfRow(mended, column)[0]?.field;
  const text = blamed && blamed !== 'row' ? cellText(mended.sheet.cells[blamed]) : '';
  return { text, rows: same, cells };
}

/** Offers the same correction for similar rows. */
export function SimilarRows({
  similar,
  onApply,
  onClose,
}: {
  similar: Similar;
  onApply: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('bulk');
  return (
    <span role="status" className={styles.similar}>
      {t('similar.text', { count: similar.rows.length, text: similar.text })}
      <Button type="primary" onClick={onApply}>
        {t('similar.apply')}
      </Button>
      <Button onClick={onClose}>{t('similar.no')}</Button>
    </span>
  );
}
