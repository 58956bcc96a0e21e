import { cellText } from '@darkroom/domain/order-sheet/cell';
import { Button } from 'antd';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import styles from '../bulk-add.module.css';
import type { CorrectedCells } from '../draft.ts';
import { findCellErrors, type OrderColumn } from './order-columns.ts';
import { findRowsWithText } from './cell-notes.ts';
import type { OrderGridRow } from '../validation/validation.ts';

/** Other rows with the same text in the same invalid cell as the corrected row. */
export interface SimilarCorrection {
  readonly text: string;
  readonly rows: readonly number[];
  readonly cells: CorrectedCells;
}

/** Finds rows that need the same correction, because a misspelt name often repeats. Null if there is none. */
export function findSimilarRows(
  rows: readonly OrderGridRow[],
  correctedRow: OrderGridRow,
  column: OrderColumn,
  cells: CorrectedCells,
): SimilarCorrection | null {
  if (
    !['customer', 'category', 'priority'].includes(column.edit ?? '') ||
    findCellErrors(correctedRow, column).length === 0
  )
    return null;
  const sameTextRows = findRowsWithText(rows, correctedRow, column).filter((row) => row !== correctedRow.sheet.row);
  if (sameTextRows.length === 0) return null;
  const problemField = findCellErrors(correctedRow, column)[0]?.field;
  const text = problemField && problemField !== 'row' ? cellText(correctedRow.sheet.cells[problemField]) : '';
  return { text, rows: sameTextRows, cells };
}

export function SimilarRows({
  similar,
  onApply,
  onClose,
}: {
  similar: SimilarCorrection;
  onApply: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('bulk');
  return (
    <span role="status" className={styles.similarRows}>
      {t('similar.text', { count: similar.rows.length, text: similar.text })}
      <Button type="primary" onClick={onApply}>
        {t('similar.apply')}
      </Button>
      <Button onClick={onClose}>{t('similar.no')}</Button>
    </span>
  );
}
