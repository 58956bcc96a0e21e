import { ORDER_FIELDS, type OrderField } from '@darkroom/domain/order-sheet/fields';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { saveFile } from '../../../../lib/download.ts';
import { useToast } from '../../../../lib/toast.ts';
import type { OrderDraft, LeaveOutReasons } from '../draft.ts';
import { formatCellError } from '../grid/order-columns.ts';
import { buildWorkbook } from '../grid/use-sheet-opener.ts';

interface LeftOutFileProps {
  draft: OrderDraft;
  /** Rows that were not added for another reason, by row number. */
  otherRows?: ReadonlyMap<number, LeaveOutReasons>;
}

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
    const rows = draft.rows
      .filter((row) => leftOutRows.has(row.row))
      .map((row) => ({
        row: row.row,
        cells: draft.originalCells.get(row.row) ?? row.cells,
        reason:
          (leftOutRows.get(row.row) ?? []).map((error) => formatCellError(error, t, row)).join(' ') ||
          t('leftOut.chosen'),
      }));
    const heading = (field: OrderField) => t(`field.${field}`);
    const words = {
      sheet: t('leftOut.sheet'),
      headings: Object.fromEntries(fields.map((field) => [field, heading(field)])),
      row: t('field.row'),
      reason: t('leftOut.reason'),
    };
    setIsCreating(true);
    try {
      saveFile(await buildWorkbook({ kind: 'left_out', words, fields, rows }), `${t('leftOut.file')}.xlsx`);
    } catch {
      toast.error(t('choose.templateFailed'));
    }
    setIsCreating(false);
  };
  return (
    <Button loading={isCreating} onClick={() => void downloadFile()}>
      {t('leftOut.download', { count: leftOutRows.size })}
    </Button>
  );
}
