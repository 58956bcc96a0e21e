import { recordImportEndpoints, type ImportKindName } from '@darkroom/contract/record-import';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useActor } from '../../lib/session/session.ts';
import { useAccountName } from '../person/use-account-name.ts';
import styles from './record-import.module.css';

/** Result of an import. */
export interface ImportDone {
  readonly import_id: string;
  readonly added: number;
  readonly updated: number;
  readonly passwords: OutputOf<typeof recordImportEndpoints.run>['passwords'];
}

type UndoResult = OutputOf<typeof recordImportEndpoints.undo>;

/** Undo of an import, after a confirmation. */
export function UndoImport({ import_id, onUndone }: { import_id: string; onUndone: (result: UndoResult) => void }) {
  const { t } = useTranslation('recordImport');
  const undo = useApiMutation(recordImportEndpoints.undo, {
    invalidates: ['staff', 'user', 'team', 'customer', 'price', 'category'],
    onSuccess: onUndone,
  });
  return (
    <Popconfirm
      title={t('undo.ask')}
      okText={t('undo.button')}
      cancelText={t('undo.cancel')}
      onConfirm={() => undo.mutate({ import_id })}
    >
      <Button loading={undo.isPending}>{t('undo.button')}</Button>
    </Popconfirm>
  );
}

/** Result of an undo, with the records that stay and the reasons. */
export function UndoResultAlert({ result }: { result: UndoResult }) {
  const { t } = useTranslation(['recordImport', 'errors']);
  const reason = (code: string) =>
    t(`undo.reason.${code}` as 'undo.reason.stale', { defaultValue: t('undo.reason.in_use') });
  return (
    <Alert
      type={result.kept.length > 0 ? 'warning' : 'success'}
      role="alert"
      showIcon
      title={t('undo.done', { removed: result.removed, restored: result.restored })}
      description={
        result.kept.length > 0 && (
          <>
            {t('undo.kept', { count: result.kept.length })}
            <ul>
              {result.kept.map(({ name, code }) => (
                <li key={name}>
                  {name}: {reason(code)}
                </li>
              ))}
            </ul>
          </>
        )
      }
    />
  );
}

/** The newest imports of a kind, each with Undo for its user. */
export function PastImports({ kind }: { kind: ImportKindName }) {
  const { t } = useTranslation('recordImport');
  const { dayTime } = useFormat();
  const { user_id } = useActor();
  const accountName = useAccountName();
  const imports = useQuery(query(recordImportEndpoints.list, { kind }));
  const [undone, setUndone] = useState<UndoResult | null>(null);
  const rows = imports.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="stack">
      <h3>{t('past.title')}</h3>
      {undone && <UndoResultAlert result={undone} />}
      <ul className={styles.past}>
        {rows.map((row) => (
          <li key={row.import_id}>
            <span>
              <strong>{row.file_name || t('past.pasted')}</strong>{' '}
              <span className="muted">
                {t('past.counts', { added: row.added, updated: row.updated })} · {accountName(row.created_by)} ·{' '}
                {dayTime(row.added_at)}
              </span>
            </span>
            {row.undone_at !== null ? (
              <span className="muted">{t('past.undone')}</span>
            ) : (
              row.created_by === user_id && (
                <UndoImport
                  import_id={row.import_id}
                  onUndone={(result) => {
                    setUndone(result);
                    void imports.refetch();
                  }}
                />
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
