import { isCellError, type SheetCell } from '@darkroom/domain/order-sheet/cell';
import { ORDER_FIELDS } from '@darkroom/domain/order-sheet/fields';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useToast } from '../../../../lib/toast.ts';
import type { OrderDraft, LeaveOutReasons } from '../draft.ts';
import { formatCellError } from '../grid/order-columns.ts';

interface LeftOutFileProps {
  draft: OrderDraft;
  /** Rows that were not added for another reason, by row number. */
  otherRows?: ReadonlyMap<number, LeaveOutReasons>;
}

/** Returns the original value of a cell. */
const toCellValue = (cell: SheetCell | undefined) => (cell === undefined || isCellError(cell) ? null : cell);

const NO_ROWS: ReadonlyMap<number, LeaveOutReasons> = new Map();

/** Workbook of the left-out rows with their original cells and a column with the reason, to return to the customer. */
export function LeftOutFile({ draft, otherRows = NO_ROWS }: LeftOutFileProps) {
  const { t } = useTranslation('bulk');
  const toast = useToast();
  const [isCreating, setIsCreating] = useState(false);
  const leftOutRows = new Map([...draft.left_out, ...otherRows]);
  if (leftOutRows.size === 0) return null;
  const downloadFile = async () => {
    const fields = ORDER_FIELDS.filter((field) => draft.source.fields.includes(field));
    const heading = [t('field.row'), t('leftOut.reason'), ...fields.map((field) => t(`field.${field}`))];
    const rows = draft.rows
      .filter(({ row }) => leftOutRows.has(row))
      .map((row) => {
        const cells = draft.originalCells.get(row.row) ?? row.cells;
        const reasons = (leftOutRows.get(row.row) ?? []).map((error) => formatCellError(error, t, row));
        return [row.row, reasons.join(' ') || t('leftOut.chosen'), ...fields.map((field) => toCellValue(cells[field]))];
      });
    setIsCreating(true);
    await import('../../../../lib/sheet-file/save-sheet.ts')
      .then(({ saveSheet }) => saveSheet(t('leftOut.file'), [heading, ...rows], [fields.indexOf('job_date') + 2]))
      .catch(() => toast.error(t('choose.templateFailed')));
    setIsCreating(false);
  };
  return (
    <Button loading={isCreating} onClick={() => void downloadFile()}>
      {t('leftOut.download', { count: leftOutRows.size })}
    </Button>
  );
}
