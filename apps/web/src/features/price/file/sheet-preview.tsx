import { getDecimalMark, type DecimalMark } from '@darkroom/domain/number/parse';
import { validatePriceRows, type PriceSheetRow, type SheetField } from '@darkroom/domain/price/sheet';
import { readAmounts } from '@darkroom/domain/price/sheet-amount';
import { Alert, Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { DuplicateColumns, formatUnreadColumns } from '../../../ui/input/unread-columns.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import styles from '../price.module.css';
import DecimalMarkDialog from '../decimal-mark-dialog.tsx';
import { ChangePreview, toPriceLines } from './change-preview.tsx';
import type { BulkPriceProps } from './copy-dialog.tsx';
import { ImportProblems } from './import-problems.tsx';
import type { ImportedPriceSheet } from './read-prices.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface SheetPreviewProps extends BulkPriceProps {
  file: string;
  sheet: ImportedPriceSheet;
  /** Number of further readable sheets. The first sheet is used. */
  otherSheetCount: number;
  onOtherFile: () => void;
}

const NO_ROWS: readonly PriceSheetRow[] = [];

/** Preview of a price sheet. The user first decides about ambiguous amounts, as in a paste. */
export function SheetPreview(props: SheetPreviewProps) {
  const { i18n } = useTranslation('price');
  const mark = getDecimalMark(i18n.resolvedLanguage);
  const { reading } = props.sheet;
  const rows = reading.ok ? reading.rows : NO_ROWS;
  const { currency } = props.list;
  const amounts = useMemo(() => readAmounts(rows, { mark, currency }), [rows, mark, currency]);
  const [chosenMark, setChosenMark] = useState<DecimalMark | null>(null);
  if (!amounts.ok && chosenMark === null) {
    const answer = (by: DecimalMark | null) => (by === null ? props.onOtherFile() : setChosenMark(by));
    return <DecimalMarkDialog amounts={amounts.ambiguous} mark={mark} onAnswer={answer} />;
  }
  return <ValidatedSheet {...props} rows={rows} mark={chosenMark ?? mark} />;
}

interface ValidatedSheetProps extends SheetPreviewProps {
  rows: readonly PriceSheetRow[];
  mark: DecimalMark;
}

/** All changes of a sheet, or all its errors. Prices can be applied only without the bad rows. */
function ValidatedSheet({
  list,
  shown,
  onTake,
  onClose,
  file,
  sheet,
  rows: sheetRows,
  mark,
  otherSheetCount,
  onOtherFile,
}: ValidatedSheetProps) {
  const { t } = useTranslation('price');
  const { number } = useFormat();
  const [skipsInvalidRows, setSkipsInvalidRows] = useState(false);
  const unread = sheet.reading.ok ? sheet.reading.unread : [];
  const { t: sheetWords } = useTranslation('bulk');
  const notes = [...useNoteTexts()(sheet.notes), formatUnreadColumns(unread, sheetWords)].filter(Boolean);
  const columnName = (field: SheetField) => {
    switch (field) {
      case 'customer0':
      case 'customer1':
      case 'service_type':
      case 'category1':
      case 'category2':
        return sheetWords(`field.${field}`);
      case 'currency':
        return t('report.currency');
      default:
        return t(`column.${field}`);
    }
  };
  const rows = useMemo(
    () => validatePriceRows(sheetRows, { owner: list, currency: list.currency, lines: toPriceLines(shown), mark }),
    [sheetRows, list, shown, mark],
  );
  const invalidRows = rows.filter((row) => row.problems.length > 0);
  const changes = rows.flatMap(({ change }) => (change ? [change] : []));
  const unchanged = rows.length - invalidRows.length - changes.length;
  // If all rows belong to another customer, the file is wrong, and one message is enough.
  const isOtherCustomer = rows.every(({ problems }) => problems.some(({ code }) => code === 'other_customer'));
  const isBlocked = invalidRows.length > 0 && !skipsInvalidRows;
  const guard = useLeaveGuard({ isTouched: () => true, back: onClose });
  return (
    <Modal
      open
      width={880}
      title={t('import.title', { name: list.cus1_name })}
      okText={t('take', { count: changes.length })}
      okButtonProps={{ disabled: isBlocked || changes.length === 0 }}
      cancelText={t('import.cancel')}
      onOk={() => {
        onTake(changes);
        onClose();
      }}
      onCancel={() => guard.leave(onClose)}
    >
      <div className="stack gap-12 mt-12">
        <div className={styles.previewHead}>
          <span>
            <strong>{sheet.name === '' ? file : `${file}, ${sheet.name}`}</strong>
            {': '}
            {[
              t('import.changes', { count: changes.length, n: number(changes.length) }),
              t('import.unchanged', { count: unchanged, n: number(unchanged) }),
              ...(invalidRows.length > 0
                ? [t('import.bad', { count: invalidRows.length, n: number(invalidRows.length) })]
                : []),
            ].join(' · ')}
          </span>
          <Button onClick={onOtherFile}>{t('import.other')}</Button>
        </div>
        {notes.length > 0 && <Alert type="info" showIcon title={notes.join(' · ')} />}
        <DuplicateColumns unread={unread} getFieldName={columnName} />
        {otherSheetCount > 0 && <Alert type="info" showIcon title={t('import.others', { count: otherSheetCount })} />}
        {isOtherCustomer && <Alert type="error" showIcon title={t('import.foreign', { name: list.cus1_name })} />}
        {invalidRows.length > 0 && !isOtherCustomer && (
          <>
            <ImportProblems rows={invalidRows} currency={list.currency} />
            <Checkbox checked={skipsInvalidRows} onChange={(event) => setSkipsInvalidRows(event.target.checked)}>
              {t('import.skipInvalid', { count: invalidRows.length })}
            </Checkbox>
          </>
        )}
        {!isBlocked && <ChangePreview shown={shown} changes={changes} nothing={t('import.nothing')} />}
        {guard.dialog}
      </div>
    </Modal>
  );
}
