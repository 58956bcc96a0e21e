import { MAX_IMPORT_ROWS, type ImportKindName } from '@darkroom/contract/record-import';
import { Alert, Button, Input, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useFormat, useLanguage } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useNoteTexts } from '../../lib/sheet-file/use-note-texts.ts';
import { useSheetFile } from '../../lib/sheet-file/use-sheet-file.ts';
import { useToast } from '../../lib/toast.ts';
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
const PASTED = 'paste.txt';

/** Step 1: a file or a paste, the template with its columns, and earlier imports. */
export function ChooseRows({ kind, columns, onChoose }: ChooseRowsProps) {
  const { t } = useTranslation(['recordImport', 'bulk']);
  const { number } = useFormat();
  const language = useLanguage();
  const toast = useToast();
  const formatNotes = useNoteTexts();
  const { opening, openFile, reset } = useSheetFile<ImportSheet>(createWorker, columns);
  const [text, setText] = useState('');
  const saveTemplate = () =>
    import('./save-sheet.ts')
      .then(({ saveSheet }) => saveSheet(t(`title.${kind}`), [columns.map((column) => column[language])]))
      .catch(() => toast.error(t('bulk:choose.templateFailed')));

  if (opening.state === 'busy')
    return (
      <div className="cluster" role="status">
        <Spin /> {t('bulk:reading.read', { name: opening.name })}
        <Button onClick={reset}>{t('bulk:reading.cancel')}</Button>
      </div>
    );
  const result = opening.state === 'opened' ? opening.result : null;
  const sheets = result?.ok ? result.sheets.filter(({ rows }) => rows.length > 0) : [];
  const choose = (sheet: ImportSheet) => {
    const name = opening.state === 'opened' && opening.name !== PASTED ? opening.name : '';
    onChoose({ ...sheet, file_name: name });
  };
  const getError = () => {
    if (!result) return null;
    if (!result.ok) return t(`bulk:error.${result.code}`);
    if (sheets.some(({ rows }) => rows.length > MAX_IMPORT_ROWS))
      return t('tooManyRows', { rows: number(MAX_IMPORT_ROWS) });
    return sheets.length > 0 ? null : [t('noRows'), ...formatNotes(result.sheets[0]?.notes)].join(' ');
  };
  const error = getError();
  const readPaste = (pasted: string) => openFile(new File([pasted], PASTED));
  return (
    <div className={styles.choose}>
      {error !== null && <Alert type="error" role="alert" showIcon title={error} />}
      {error === null && sheets.length > 0 ? (
        <ul className="stack">
          {sheets.map((sheet) => (
            <li key={sheet.name}>
              <Button type={sheets.length === 1 ? 'primary' : 'default'} autoFocus onClick={() => choose(sheet)}>
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
      <div className={styles.sources}>
        <Upload.Dragger
          accept=".xlsx,.csv,.tsv,.txt"
          showUploadList={false}
          beforeUpload={(file) => {
            openFile(file);
            return false;
          }}
        >
          <p>{t('bulk:choose.drop')}</p>
          <p className="muted">{t('limits', { rows: number(MAX_IMPORT_ROWS) })}</p>
        </Upload.Dragger>
        <div className="stack">
          <Input.TextArea
            aria-label={t('bulk:choose.pasteLabel')}
            placeholder={t('bulk:choose.pasteHint')}
            rows={5}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain');
              if (/[\t\n]/.test(pasted.trim())) readPaste(pasted);
            }}
          />
          {text.trim() !== '' && <Button onClick={() => readPaste(text)}>{t('bulk:choose.readPaste')}</Button>}
        </div>
      </div>
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
