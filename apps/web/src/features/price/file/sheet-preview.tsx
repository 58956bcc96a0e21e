import { markOf, type DecimalMark } from '@darkroom/domain/number/read';
import { validatePriceRows, type PriceSheetRow, type SheetField } from '@darkroom/domain/price/sheet';
import { amountsReading } from '@darkroom/domain/price/sheet-amount';
import { Alert, Button, Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotesWords } from '../../../lib/sheet-file/use-notes-words.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { SecondColumns, unreadWords } from '../../../ui/input/unread-columns.tsx';
import { useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import styles from '../price.module.css';
import ReadingDialog from '../reading-dialog.tsx';
import { ChangePreview, linesOf } from './change-preview.tsx';
import type { ManyProps } from './copy-dialog.tsx';
import { ImportProblems } from './import-problems.tsx';
import type { OpenedPrices } from './read-prices.ts';
import { Modal } from '../../../ui/overlay/modal.tsx';

interface SheetPreviewProps extends ManyProps {
  file: string;
  sheet: OpenedPrices;
  /** Number of further readable sheets. The first sheet is used. */
  others: number;
  onOther: () => void;
}

const NONE: readonly PriceSheetRow[] = [];

/** Preview of a price sheet. The user is first asked about ambiguous amounts, as in a paste. */
export function SheetPreview(props: SheetPreviewProps) {
  const { i18n } = useTranslation('price');
  const mark = markOf(i18n.resolvedLanguage);
  const { reading } = props.sheet;
  const rows = reading.ok ? reading.rows : NONE;
  const { currency } = props.list;
  const amounts = useMemo(() => amountsReading(rows, { mark, currency }), [rows, mark, currency]);
  const [meant, setMeant] = useState<DecimalMark | null>(null);
  if (!amounts.ok && meant === null) {
    const answer = (by: DecimalMark | null) => (by === null ? props.onOther() : setMeant(by));
    return <ReadingDialog asked={amounts.ambiguous} mark={mark} onAnswer={answer} />;
  }
  return <Judged {...props} rows={rows} mark={meant ?? mark} />;
}

interface JudgedProps extends SheetPreviewProps {
  rows: readonly PriceSheetRow[];
  mark: DecimalMark;
}

/** All changes of a sheet, or all its errors. Prices can be applied only without the bad rows. */
function Judged({ list, shown, onTake, onClose, file, sheet, rows: read, mark, others, onOther }: JudgedProps) {
  const { t } = useTranslation('price');
  const { number } = useFormat();
  const [leaveOut, setLeaveOut] = useState(false);
  const unread = sheet.reading.ok ? sheet.reading.unread : [];
  const { t: sheetWords } = useTranslation('bulk');
  const notes = [...useNotesWords()(sheet.notes), unreadWords(unread, sheetWords)].filter(Boolean);
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
    () => validatePriceRows(read, { owner: list, currency: list.currency, lines: linesOf(shown), mark }),
    [read, list, shown, mark],
  );
  const bad = rows.filter((row) => row.problems.length > 0);
  const changes = rows.flatMap(({ change }) => (change ? [change] : []));
  const unchanged = rows.length - bad.length - changes.length;
  // If all rows belong to another customer, the file is wrong, and one message is enough.
  const foreign = rows.every(({ problems }) => problems.some(({ code }) => code === 'other_customer'));
  const stopped = bad.length > 0 && !leaveOut;
  const guard = useLeaveGuard({ isTouched: () => true, back: onClose });
  return (
    <Modal
      open
      width={880}
      title={t('import.title', { name: list.cus1_name })}
      okText={t('take', { count: changes.length })}
      okButtonProps={{ disabled: stopped || changes.length === 0 }}
      cancelText={t('import.cancel')}
      onOk={() => {
        onTake(changes);
        onClose();
      }}
      onCancel={() => guard.leave(onClose)}
    >
      <div className="stack gap-12 mt-12">
        <div className={styles.judged}>
          <span>
            <strong>{sheet.name === '' ? file : `${file}, ${sheet.name}`}</strong>
            {': '}
            {[
              t('import.changes', { count: changes.length, n: number(changes.length) }),
              t('import.unchanged', { count: unchanged, n: number(unchanged) }),
              ...(bad.length > 0 ? [t('import.bad', { count: bad.length, n: number(bad.length) })] : []),
            ].join(' · ')}
          </span>
          <Button onClick={onOther}>{t('import.other')}</Button>
        </div>
        {notes.length > 0 && <Alert type="info" showIcon title={notes.join(' · ')} />}
        <SecondColumns unread={unread} named={columnName} />
        {others > 0 && <Alert type="info" showIcon title={t('import.others', { count: others })} />}
        {foreign && <Alert type="error" showIcon title={t('import.foreign', { name: list.cus1_name })} />}
        {bad.length > 0 && !foreign && (
          <>
            <ImportProblems rows={bad} currency={list.currency} />
            <Checkbox checked={leaveOut} onChange={(event) => setLeaveOut(event.target.checked)}>
              {t('import.leaveOut', { count: bad.length })}
            </Checkbox>
          </>
        )}
        {!stopped && <ChangePreview shown={shown} changes={changes} nothing={t('import.nothing')} />}
        {guard.dialog}
      </div>
    </Modal>
  );
}
