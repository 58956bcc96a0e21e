import { markOf } from '@darkroom/domain/number/read';
import { judgePriceRows, MOST_SHEET_ROWS, type PriceSheetReading } from '@darkroom/domain/price/sheet';
import { Alert, Button, Checkbox, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { ChooseFile } from '../../../ui/input/choose-file.tsx';
import { useBackCloses, useLeaveGuard } from '../../../ui/page/leave-guard.tsx';
import { ChangePreview, linesOf } from './change-preview.tsx';
import type { ManyProps } from './copy-dialog.tsx';
import { ImportProblems } from './import-problems.tsx';
import type { OpenedPrices } from './price-file-worker.ts';
import styles from '../price.module.css';
import { usePriceFile } from './use-price-file.ts';

/** Reads a price sheet, shows every row that is wrong and every value that would change, and then puts the changes into the grid. */
export default function ImportDialog(props: ManyProps) {
  const { list, onClose } = props;
  const { t } = useTranslation(['price', 'bulk']);
  const { number } = useFormat();
  const file = usePriceFile();
  const { opening, reset } = file;
  const answer = opening.state === 'opened' ? opening.answer : null;
  const good = answer?.ok ? answer.sheets.filter(({ reading }) => reading.ok) : [];
  const [sheet] = good;
  useBackCloses(onClose, sheet === undefined);
  if (sheet && opening.state === 'opened') {
    return <Judged {...props} file={opening.name} sheet={sheet} others={good.length - 1} onOther={reset} />;
  }
  const trouble = answer && (answer.ok ? sheetTrouble(answer.sheets) : answer.code);
  // The sheet of orders has words for what any file can have wrong; these a list of prices says in its own way.
  const words = (of: NonNullable<typeof trouble>): string => {
    switch (of) {
      case 'no_heading':
      case 'no_rows':
      case 'too_many_rows':
      case 'too_large':
      case 'empty_file':
      case 'unpacks_too_large':
        return t(`import.trouble.${of}`, { rows: number(MOST_SHEET_ROWS) });
      default:
        return t(`bulk:trouble.${of}`);
    }
  };
  return (
    <ChooseFile
      file={file}
      trouble={trouble && words(trouble)}
      title={t('import.title', { name: list.cus1_name })}
      drop={t('import.drop')}
      limits={t('import.limits', { rows: number(MOST_SHEET_ROWS) })}
      hint={t('import.hint')}
      reading={(name) => t('import.reading', { name })}
      stop={t('import.stop')}
      cancel={t('import.cancel')}
      onClose={onClose}
    />
  );
}

const sheetTrouble = (sheets: readonly OpenedPrices[]): Extract<PriceSheetReading, { ok: false }>['code'] => {
  const [first] = sheets;
  return first && !first.reading.ok ? first.reading.code : 'no_heading';
};

interface JudgedProps extends ManyProps {
  file: string;
  sheet: OpenedPrices;
  /** Further sheets that could be read: the first one was taken. */
  others: number;
  onOther: () => void;
}

/** What a sheet would change, or all that is wrong with it; nothing is taken while a bad row is not left out. */
function Judged({ list, shown, onTake, onClose, file, sheet, others, onOther }: JudgedProps) {
  const { t, i18n } = useTranslation('price');
  const { number } = useFormat();
  const [leaveOut, setLeaveOut] = useState(false);
  const mark = markOf(i18n.resolvedLanguage);
  const rows = useMemo(
    () => (sheet.reading.ok ? judgePriceRows(sheet.reading.rows, { owner: list, lines: linesOf(shown), mark }) : []),
    [sheet, list, shown, mark],
  );
  const bad = rows.filter((row) => row.problems.length > 0);
  const changes = rows.flatMap(({ change }) => (change ? [change] : []));
  const unchanged = rows.length - bad.length - changes.length;
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
      <div className={styles.dialog}>
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
        {sheet.formulas > 0 && <Alert type="info" showIcon title={t('import.formulas', { count: sheet.formulas })} />}
        {others > 0 && <Alert type="info" showIcon title={t('import.others', { count: others })} />}
        {bad.length > 0 && (
          <>
            <ImportProblems rows={bad} />
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
