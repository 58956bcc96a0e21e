import { MAX_ORDER_ROWS, REQUIRED_FIELDS, type OrderField } from '@darkroom/domain/order-sheet/fields';
import type { SheetReading } from '@darkroom/domain/order-sheet/sheet';
import { Button } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../../lib/i18n/format.ts';
import styles from '../bulk-add.module.css';
import type { FileError } from '../../../../lib/sheet-file/limits.ts';
import type { OpenedSheet } from './read-orders.ts';

export type SheetError = Extract<SheetReading, { ok: false }>;

export const isSheetError = (reading: SheetReading): reading is SheetError => !reading.ok;

export function useSheetErrorText(): (error: FileError | SheetError) => string {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  return useCallback(
    (error) => {
      const names = (fields: readonly OrderField[]) => fields.map((field) => t(`field.${field}`)).join(', ');
      if (typeof error === 'string') return t(`error.${error}`);
      const columns = error.code === 'missing_columns' ? names(error.missing) : names(REQUIRED_FIELDS);
      return t(`error.${error.code}`, { columns, rows: number(MAX_ORDER_ROWS) });
    },
    [t, number],
  );
}

interface SheetChoiceProps {
  sheets: readonly OpenedSheet[];
  onChoose: (sheet: OpenedSheet) => void;
  onOtherFile: () => void;
}

/** Counts the rows that are visible in the spreadsheet, because hidden rows are left out at first. */
const countVisibleRows = ({ reading, notes }: OpenedSheet) =>
  reading.ok ? reading.rows.length - notes.hidden.length : 0;

/** Sheets of a workbook, each with its number of orders or the reason why it has none. */
export function SheetChoice({ sheets, onChoose, onOtherFile }: SheetChoiceProps) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const formatError = useSheetErrorText();
  const formatNotes = useNoteTexts();
  return (
    <div className={styles.chooseStep}>
      <h2>{t('choose.sheetsTitle')}</h2>
      <ul className={styles.sheetList}>
        {sheets.map((sheet) => (
          <li key={sheet.name}>
            <div>
              <strong>{sheet.name}</strong>
              <p className="muted">
                {isSheetError(sheet.reading)
                  ? [formatError(sheet.reading), ...formatNotes(sheet.notes)].join(' ')
                  : t('choose.orderRows', { count: countVisibleRows(sheet), n: number(countVisibleRows(sheet)) })}
              </p>
            </div>
            <Button disabled={!sheet.reading.ok} onClick={() => onChoose(sheet)}>
              {t('choose.useSheet')}
            </Button>
          </li>
        ))}
      </ul>
      <Button className={styles.otherFileButton} onClick={onOtherFile}>
        {t('choose.otherFile')}
      </Button>
    </div>
  );
}
