import { MAX_ORDER_ROWS, REQUIRED_FIELDS } from '@darkroom/domain/order-sheet/fields';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../../../lib/sheet-file/use-note-texts.ts';
import { useFormat } from '../../../../lib/i18n/format.ts';
import { useSheetFile } from '../../../../lib/sheet-file/use-sheet-file.ts';
import { LeaveGuard } from '../../../../ui/page/leave-guard.tsx';
import sheetImport from '../../../../ui/sheet-import/sheet-import.module.css';
import { ReadingFile, SheetSources } from '../../../../ui/sheet-import/sheet-sources.tsx';
import { ColumnsHelp } from '../grid/columns-help.tsx';
import { isSheetError, SheetChoice, useSheetErrorText } from './sheet-choice.tsx';
import type { OpenedFile, OpenedSheet } from './read-orders.ts';

const createWorker = () => new Worker(new URL('./order-worker.ts', import.meta.url), { type: 'module' });

const getOnlySheet = (opened: OpenedFile): OpenedSheet | undefined =>
  opened.ok && opened.sheets.length === 1 ? opened.sheets[0] : undefined;

/** Step 1: a file or a paste, and the expected columns. */
export function ChooseStep({ onSheet }: { onSheet: (name: string, sheet: OpenedSheet) => void }) {
  const { t } = useTranslation('bulk');
  const { number } = useFormat();
  const nameOf = (name: string) => name || t('reading.pasted');
  const { opening, openFile, openText, reset } = useSheetFile<OpenedSheet>(createWorker, {
    onOpened: (name, file) => {
      // A file with one usable sheet opens without a choice.
      const onlySheet = getOnlySheet(file);
      if (onlySheet?.reading.ok) onSheet(nameOf(name), onlySheet);
    },
  });
  const [text, setText] = useState('');
  const formatError = useSheetErrorText();
  const formatNotes = useNoteTexts();

  const opened = opening.state === 'opened' ? opening.result : null;
  const onlySheet = opened ? getOnlySheet(opened) : undefined;
  const error =
    opened && !opened.ok ? opened.code : onlySheet && isSheetError(onlySheet.reading) ? onlySheet.reading : null;

  if (opening.state === 'busy') return <ReadingFile name={opening.name} onStop={reset} />;
  if (opening.state === 'opened' && opened?.ok && opened.sheets.length > 1) {
    return (
      <SheetChoice
        sheets={opened.sheets}
        onChoose={(sheet) => onSheet(nameOf(opening.name), sheet)}
        onOtherFile={reset}
      />
    );
  }
  return (
    <div className={sheetImport.choose}>
      <LeaveGuard active={text.trim() !== ''} loses={(_current, next) => !('bulk' in next.search)} />
      {error && opening.state === 'opened' && (
        <Alert
          type="error"
          showIcon
          title={nameOf(opening.name)}
          description={[formatError(error), ...formatNotes(onlySheet?.notes)].join(' ')}
        />
      )}
      <SheetSources
        limits={t('choose.limits', { rows: number(MAX_ORDER_ROWS) })}
        text={text}
        onText={setText}
        onFile={openFile}
        onPasted={openText}
      />
      <ColumnsHelp required={REQUIRED_FIELDS} />
    </div>
  );
}
