import { MAX_IMPORT_ROWS, type ImportKindName } from '@darkroom/contract/record-import';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useFormat, useLanguage } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../lib/sheet-file/use-note-texts.ts';
import { useSheetFile, type SheetFileResult } from '../../lib/sheet-file/use-sheet-file.ts';
import { useToast } from '../../lib/toast.ts';
import { ReadingFile, SheetSources } from '../../ui/sheet-import/sheet-sources.tsx';
import sheetImport from '../../ui/sheet-import/sheet-import.module.css';
import { PastImports } from './past-imports.tsx';
import type { ImportColumn, ImportSheet } from './read-rows.ts';
import styles from './record-import.module.css';

/** A sheet with rows, and the name of its file. */
export interface ChosenRows extends ImportSheet {
  readonly file_name: string;
}

interface ChooseRowsProps {
  kind: ImportKindName;
  columns: readonly ImportColumn[];
  onChoose: (chosen: ChosenRows) => void;
}

const createWorker = () => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });

const listSheets = (file: SheetFileResult<ImportSheet> | null): readonly ImportSheet[] =>
  file?.ok ? file.sheets.filter(({ rows }) => rows.length > 0) : [];

/** Step 1: a file or a paste, the template with its columns, and earlier imports. */
export function ChooseRows({ kind, columns, onChoose }: ChooseRowsProps) {
  const { t } = useTranslation(['recordImport', 'bulk']);
  const { number } = useFormat();
  const language = useLanguage();
  const toast = useToast();
  const formatNotes = useNoteTexts();
  const { opening, openFile, openText, reset } = useSheetFile<ImportSheet>(createWorker, {
    data: columns,
    onOpened: (file_name, file) => {
      // A file with one usable sheet opens without a choice.
      const [sheet, ...others] = listSheets(file);
      if (sheet && others.length === 0 && sheet.rows.length <= MAX_IMPORT_ROWS) onChoose({ ...sheet, file_name });
    },
  });
  const [text, setText] = useState('');
  const saveTemplate = () =>
    import('../../lib/sheet-file/save-sheet.ts')
      .then(({ saveSheet }) => saveSheet(t(`title.${kind}`), [columns.map((column) => column[language])]))
      .catch(() => toast.error(t('bulk:choose.templateFailed')));

  if (opening.state === 'busy') return <ReadingFile name={opening.name} onStop={reset} />;
  const result = opening.state === 'opened' ? opening.result : null;
  const sheets = listSheets(result);
  const choose = (sheet: ImportSheet) => {
    onChoose({ ...sheet, file_name: opening.state === 'opened' ? opening.name : '' });
  };
  const getError = () => {
    if (!result) return null;
    if (!result.ok) return t(`bulk:error.${result.code}`);
    if (sheets.some(({ rows }) => rows.length > MAX_IMPORT_ROWS))
      return t('tooManyRows', { rows: number(MAX_IMPORT_ROWS) });
    return sheets.length > 0 ? null : [t('noRows'), ...formatNotes(result.sheets[0]?.notes)].join(' ');
  };
  const error = getError();
  return (
    <div className={sheetImport.choose}>
      {error !== null && <Alert type="error" role="alert" showIcon title={error} />}
      {error === null && sheets.length > 1 ? (
        <ul className="stack">
          {sheets.map((sheet) => (
            <li key={sheet.name}>
              <Button onClick={() => choose(sheet)}>
                {t('useSheet', { name: sheet.name, count: sheet.rows.length, n: number(sheet.rows.length) })}
              </Button>{' '}
              <span className="muted">
                {[
                  sheet.unread.length > 0 && t('bulk:notice.unread', { columns: sheet.unread.join(', ') }),
                  ...formatNotes(sheet.notes),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <SheetSources
        limits={t('limits', { rows: number(MAX_IMPORT_ROWS) })}
        text={text}
        onText={setText}
        onFile={openFile}
        onPasted={openText}
      />
      <div className="cluster">
        <Button onClick={() => void saveTemplate()}>{t('bulk:choose.template')}</Button>
        <span className="muted">{t(`hint.${kind}`)}</span>
      </div>
      <PastImports kind={kind} />
      <dl className={styles.columns}>
        {columns.map((column) => (
          <div key={column.name}>
            <dt>
              {column[language]}
              {column.required && <span className="muted"> · {t('bulk:help.required')}</span>}
            </dt>
            <dd className="muted">{column.choices.slice(0, MAX_CHOICES).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const MAX_CHOICES = 12;
