import { MAX_ORDER_ROWS, REQUIRED_FIELDS } from '@darkroom/domain/order-sheet/fields';
import { Alert, Button, Input, Progress, Upload } from 'antd';
import { useState, type ClipboardEvent } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../../lib/i18n/format.ts';
import { LeaveGuard } from '../../../../ui/page/leave-guard.tsx';
import styles from '../bulk-add.module.css';
import { ColumnsHelp } from '../grid/columns-help.tsx';
import { isSheetError, SheetChoice, useSheetErrorText } from './sheet-choice.tsx';
import type { OpenedFile, OpenedSheet } from './read-orders.ts';
import { useSheetOpener } from '../grid/use-sheet-opener.ts';

/** Approximate progress of each reading step. The reader reports only the step. */
const STEP_PERCENT = { read: 10, unpack: 35, recognise: 80 } as const;

/** Maximum length of a paste, in characters, that can be corrected in the text box. */
const MAX_EDITABLE_PASTE = 50_000;

const getOnlySheet = (opened: OpenedFile): OpenedSheet | undefined =>
  opened.ok && opened.sheets.length === 1 ? opened.sheets[0] : undefined;

/** Step 1: a file or a paste, and the expected columns. */
export function ChooseStep({ onSheet }: { onSheet: (name: string, sheet: OpenedSheet) => void }) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const { openingState, openFile, openText, reset } = useSheetOpener((name, file) => {
    // A file with one usable sheet opens without a choice.
    const onlySheet = getOnlySheet(file);
    if (onlySheet?.reading.ok) onSheet(name, onlySheet);
  });
  const [text, setText] = useState('');
  const formatError = useSheetErrorText();
  const formatNotes = useNoteTexts();

  const opened = openingState.state === 'opened' ? openingState.opened : null;
  const onlySheet = opened ? getOnlySheet(opened) : undefined;
  const error =
    opened && !opened.ok ? opened.code : onlySheet && isSheetError(onlySheet.reading) ? onlySheet.reading : null;

  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(pasted.trim())) return;
    event.preventDefault();
    // A paste stays in the text box, where the user can correct it. A long paste is corrected in its source.
    setText(pasted.length <= MAX_EDITABLE_PASTE ? pasted : '');
    openText(t('reading.pasted'), pasted);
  };

  if (openingState.state === 'busy') {
    return (
      <div className={styles.loading} role="status">
        <p>
          {openingState.step === 'read'
            ? t('reading.read', { name: openingState.name })
            : t(`reading.${openingState.step}`)}
        </p>
        <Progress percent={STEP_PERCENT[openingState.step]} status="active" showInfo={false} />
        <Button onClick={reset}>{t('reading.cancel')}</Button>
      </div>
    );
  }
  if (openingState.state === 'opened' && opened?.ok && opened.sheets.length > 1) {
    return (
      <SheetChoice sheets={opened.sheets} onChoose={(sheet) => onSheet(openingState.name, sheet)} onOtherFile={reset} />
    );
  }
  return (
    <div className={styles.chooseStep}>
      <LeaveGuard active={text.trim() !== ''} loses={(_current, next) => !('bulk' in next.search)} />
      {error && openingState.state === 'opened' && (
        <Alert
          type="error"
          showIcon
          title={openingState.name}
          description={[formatError(error), ...formatNotes(onlySheet?.notes)].join(' ')}
        />
      )}
      <div className={styles.sources}>
        <Upload.Dragger
          accept=".xlsx,.csv,.tsv,.txt"
          showUploadList={false}
          beforeUpload={(file) => {
            openFile(file);
            return false;
          }}
        >
          <p className={styles.dropHint}>{t('choose.drop')}</p>
          <p className="muted">{t('choose.limits', { rows: number(MAX_ORDER_ROWS) })}</p>
        </Upload.Dragger>
        <div className={styles.pasteField}>
          <label htmlFor="bulk-paste">{t('choose.pasteTitle')}</label>
          <Input.TextArea
            id="bulk-paste"
            aria-label={t('choose.pasteLabel')}
            placeholder={t('choose.pasteHint')}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onPaste={onPaste}
          />
          {text.trim() !== '' && (
            <Button onClick={() => openText(t('reading.pasted'), text)}>{t('choose.readPaste')}</Button>
          )}
        </div>
      </div>
      <ColumnsHelp required={REQUIRED_FIELDS} />
    </div>
  );
}
