import type { Field, Fields } from '@darkroom/contract/field-tables/field';
import { Alert, Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFields } from '../../lib/words/fields.ts';
import { useStaffNames } from '../../lib/words/staff-names.ts';
import styles from './stale-notice.module.css';
import { same } from './both-versions.ts';
import type { RecordForm } from './use-record-form.ts';

/** How fields read that a form holds otherwise than the record does. */
export type OwnWords<V extends object> = { readonly [Name in keyof V]?: (value: NonNullable<V[Name]>) => string };

/** What others do to a record while its form is open. */
export interface RecordNews {
  /** Beside both versions it stands as who saved; where those show nothing, with what. */
  told: ReactNode;
  /** It is deleted, or gone: there is nothing to save. */
  over: boolean;
}

interface StaleNoticeProps<V extends object> {
  record: Pick<RecordForm<V>, 'conflict' | 'saving' | 'takeTheirs' | 'reapply'>;
  /** What the fields of the form are, as the record's table has them. */
  fields: Record<Extract<keyof V, string>, Field>;
  show?: OwnWords<V> | undefined;
  /** What is told of it before one saves: of both versions it says whose the other is. */
  news?: RecordNews | null;
}

/**
 * Somebody else saved first: what they set beside what stands in the form, and the two ways on (quality 9). What they set may stand in
 * other fields than mine: then nothing of it is overwritten; or outside this form, and there is nothing to choose.
 */
export function StaleNotice<V extends object>({ record, fields, show, news }: StaleNoticeProps<V>) {
  const { t } = useTranslation('record');
  const { conflict } = record;
  const place = useRef<HTMLDivElement>(null);
  // Of what is there no more no version can be taken.
  const there = conflict !== null && !news?.over;
  useEffect(() => {
    if (!there) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.querySelector('button')?.focus();
  }, [there]);
  if (!conflict || !there) return news?.told;
  const apart = conflict.fields.length === 0;
  const mine = conflict.overwritten.length > 0 ? t('reapply') : t('saveBoth');
  return (
    <div ref={place} className={styles.notice}>
      <Alert
        type="warning"
        role="alert"
        title={t('title')}
        description={
          <>
            {news?.told}
            {apart ? <p>{t('nothingShown')}</p> : <Versions conflict={conflict} fields={fields} own={show} />}
            <div className={styles.choices}>
              {!apart && <Button onClick={record.takeTheirs}>{t('takeTheirs')}</Button>}
              <Button type="primary" onClick={record.reapply} loading={record.saving}>
                {apart ? t('saveAgain') : mine}
              </Button>
            </div>
          </>
        }
      />
    </div>
  );
}

interface VersionsProps<V extends object> {
  conflict: NonNullable<RecordForm<V>['conflict']>;
  fields: Fields;
  own: OwnWords<V> | undefined;
}

function Versions<V extends object>({ conflict, fields, own }: VersionsProps<V>) {
  const { t } = useTranslation('record');
  const { label, show } = useFields(fields, useStaffNames(fields));
  const stays = conflict.onlyMine.map(label);
  const said = <Name extends keyof V & string>(field: Name, value: V[Name] | undefined) =>
    (value && own?.[field]?.(value)) || show(field, value);
  return (
    <>
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
              <td>{said(field, conflict.theirs[field])}</td>
              <td>
                {conflict.isMine(field) ? said(field, conflict.mine[field]) : t('untouched')}
                {conflict.isMine(field) && !same(conflict.mine[field], conflict.merged[field]) && (
                  <div className={styles.together}>{t('together', { value: said(field, conflict.merged[field]) })}</div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {stays.length > 0 && <p>{t('onlyMine', { fields: stays.join(', ') })}</p>}
    </>
  );
}
