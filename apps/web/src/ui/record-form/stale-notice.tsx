import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './stale-notice.module.css';
import type { RecordForm } from './use-record-form.ts';

interface StaleNoticeProps<V extends object> {
  record: RecordForm<V>;
  label: (field: keyof V & string) => string;
  show: (field: keyof V & string, value: unknown) => string;
}

/** Somebody else saved first: what they set beside what stands in the form, and the two ways on (quality 9). */
export function StaleNotice<V extends object>({ record, label, show }: StaleNoticeProps<V>) {
  const { t } = useTranslation('record');
  const { conflict } = record;
  const place = useRef<HTMLDivElement>(null);
  const there = conflict !== null;
  useEffect(() => {
    if (!there) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.querySelector('button')?.focus();
  }, [there]);
  if (!conflict) return null;
  return (
    <div ref={place} className={styles.notice}>
      <Alert
        type="warning"
        role="alert"
        title={t('title')}
        description={
          <>
            {conflict.fields.length === 0 ? (
              <p>{t('nothingShown')}</p>
            ) : (
              <table className={styles.versions}>
                <thead>
                  <tr>
                    <th scope="col">{t('field')}</th>
                    <th scope="col">{t('theirs')}</th>
                    <th scope="col">{t('mine')}</th>
                  </tr>
                </thead>
                <tbody>
                  {conflict.fields.map((field) => (
                    <tr key={field}>
                      <th scope="row">{label(field)}</th>
                      <td>{show(field, conflict.theirs[field])}</td>
                      <td>{conflict.isMine(field) ? show(field, conflict.mine[field]) : t('untouched')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <div className={styles.choices}>
              <Button onClick={record.takeTheirs}>{t('takeTheirs')}</Button>
              <Button type="primary" onClick={record.reapply} loading={record.saving}>
                {t('reapply')}
              </Button>
            </div>
          </>
        }
      />
    </div>
  );
}
