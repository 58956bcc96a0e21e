import type { ImportKindName } from '@darkroom/contract/record-import';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { recordImportEndpoints } from '@darkroom/contract/record-import';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import sheetImport from '../../ui/sheet-import/sheet-import.module.css';
import { UndoImport, UndoResultAlert, type ImportDone } from './past-imports.tsx';
import styles from './record-import.module.css';

/** Step 3: the result, the sign-ins of new accounts shown once, and Undo. */
export function DoneRows({ kind, done, onMore }: { kind: ImportKindName; done: ImportDone; onMore: () => void }) {
  const { t } = useTranslation('recordImport');
  const [undone, setUndone] = useState<OutputOf<typeof recordImportEndpoints.undo> | null>(null);
  const { added, updated, passwords, import_id } = done;
  return (
    <section className={sheetImport.choose}>
      <h2>{t('done.title', { added, updated })}</h2>
      {undone && <UndoResultAlert result={undone} />}
      <div className="cluster">
        <Button onClick={onMore}>{t('done.more')}</Button>
        {added + updated > 0 && !undone && <UndoImport import_id={import_id} onUndone={setUndone} />}
      </div>
      {passwords.length > 0 && !undone && <Passwords passwords={passwords} title={t(`title.${kind}`)} />}
    </section>
  );
}

/** One-time passwords and invitations of new accounts, to copy or to save. The server does not show them again. */
function Passwords({ passwords, title }: { passwords: ImportDone['passwords']; title: string }) {
  const { t } = useTranslation(['recordImport', 'field']);
  const heading = [t('field:full_name'), t('field:username'), t('done.password')];
  const rows = passwords.map(({ full_name, username, one_time_password, sent_to }) => [
    full_name,
    username,
    one_time_password ?? (sent_to === null ? t('done.lost') : t('done.invited', { address: sent_to })),
  ]);
  const save = () =>
    import('../../lib/sheet-file/save-sheet.ts').then(({ saveSheet }) => saveSheet(title, [heading, ...rows]));
  return (
    <>
      <Alert type="warning" showIcon title={t('done.once')} />
      <div className="cluster">
        <CopyButton
          text={[heading, ...rows].map((row) => row.join('\t')).join('\n')}
          what={t('done.passwords')}
          label={t('done.copy')}
        />
        <Button onClick={() => void save()}>{t('done.save')}</Button>
      </div>
      <table className={styles.passwords}>
        <thead>
          <tr>
            {heading.map((text) => (
              <th key={text}>{text}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, username, password]) => (
            <tr key={username}>
              <td>{name}</td>
              <td>{username}</td>
              <td>
                <code>{password}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
