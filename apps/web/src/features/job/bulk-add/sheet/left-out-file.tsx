import { ORDER_FIELDS, type OrderField } from '@darkroom/domain/order-sheet/fields';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepFile } from '../../../../lib/download.ts';
import { useToast } from '../../../../lib/toast.ts';
import type { Draft, LeftOut } from '../draft.ts';
import { reasonWords } from '../grid/order-columns.ts';
import { makeFile } from '../grid/use-opener.ts';

interface LeftOutFileProps {
  draft: Draft;
  /** Rows that were not added for another reason, by row number. */
  others?: ReadonlyMap<number, LeftOut>;
}

const NONE: ReadonlyMap<number, LeftOut> = new Map();

/** Workbook of the left-out rows with their original cells and a column with the reason, to return to the customer. */
export function LeftOutFile({ draft, others = NONE }: LeftOutFileProps) {
  const { t } = useTranslation('bulk');
  const toast = useToast();
  const [making, setMaking] = useState(false);
  const out = new Map([...draft.left_out, ...others]);
  if (out.size === 0) return null;
  const make = async () => {
    const fields = ORDER_FIELDS.filter((field) => draft.source.fields.includes(field));
    const rows = draft.rows
      .filter((row) => out.has(row.row))
      .map((row) => ({
        row: row.row,
        cells: draft.said.get(row.row) ?? row.cells,
        reason:
          (out.get(row.row) ?? []).map((trouble) => reasonWords(trouble, t, row)).join(' ') || t('leftOut.chosen'),
      }));
    const heading = (field: OrderField) => t(`field.${field}`);
    const words = {
      sheet: t('leftOut.sheet'),
      headings: Object.fromEntries(fields.map((field) => [field, heading(field)])),
      row: t('field.row'),
      reason: t('leftOut.reason'),
    };
    setMaking(true);
    try {
      keepFile(await makeFile({ kind: 'left_out', words, fields, rows }), `${t('leftOut.file')}.xlsx`);
    } catch {
      toast.error(t('choose.templateFailed'));
    }
    setMaking(false);
  };
  return (
    <Button loading={making} onClick={() => void make()}>
      {t('leftOut.download', { count: out.size })}
    </Button>
  );
}
