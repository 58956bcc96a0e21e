import { Button, Input, Spin, Upload } from 'antd';
import type { ClipboardEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import styles from './sheet-import.module.css';

interface FileDropProps {
  hint?: string;
  limits?: string | undefined;
  onFile: (file: File) => void;
}

/** Area in which the user drops or chooses a spreadsheet. */
export function FileDrop({ hint, limits, onFile }: FileDropProps) {
  const { t } = useTranslation('bulk');
  return (
    <Upload.Dragger
      accept=".xlsx,.csv,.tsv,.txt"
      showUploadList={false}
      beforeUpload={(file) => {
        onFile(file);
        return false;
      }}
    >
      <p className="medium">{hint ?? t('choose.drop')}</p>
      {limits !== undefined && <p className="muted">{limits}</p>}
    </Upload.Dragger>
  );
}

/** A file that is read, with a button that stops it. An empty name is a paste. */
export function ReadingFile({ name, onStop }: { name: string; onStop: () => void }) {
  const { t } = useTranslation('bulk');
  return (
    <div className={styles.reading} role="status">
      <Spin /> {t('reading.read', { name: name || t('reading.pasted') })}
      <Button onClick={onStop}>{t('reading.cancel')}</Button>
    </div>
  );
}

/** Maximum length of a paste, in characters, that can be corrected in the text box. */
const MAX_EDITABLE_PASTE = 50_000;

interface SheetSourcesProps {
  limits: string;
  /** Text of the paste field. It stays while the text is read. */
  text: string;
  onText: (text: string) => void;
  onFile: (file: File) => void;
  onPasted: (text: string) => void;
}

/** The sources of rows: a file, or cells copied from a spreadsheet. */
export function SheetSources({ limits, text, onText, onFile, onPasted }: SheetSourcesProps) {
  const { t } = useTranslation('bulk');
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(pasted.trim())) return;
    event.preventDefault();
    // A paste stays in the text box, where the user can correct it. A long paste is corrected in its source.
    onText(pasted.length <= MAX_EDITABLE_PASTE ? pasted : '');
    onPasted(pasted);
  };
  return (
    <div className={styles.sources}>
      <FileDrop limits={limits} onFile={onFile} />
      <div className={styles.pasteField}>
        <span>{t('choose.pasteTitle')}</span>
        <Input.TextArea
          aria-label={t('choose.pasteLabel')}
          placeholder={t('choose.pasteHint')}
          value={text}
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
          onPaste={onPaste}
        />
        {text.trim() !== '' && <Button onClick={() => onPasted(text)}>{t('choose.readPaste')}</Button>}
      </div>
    </div>
  );
}
