import type { AuditEntry } from '@darkroom/contract/audit';
import { AUDIT_FIELDS, toActionKeys } from '@darkroom/contract/field-tables/histories';
import type { ParseKeys } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useAccountName } from '../../entities/person/use-account-name.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { TwoLines } from '../../ui/data-table/columns/two-lines.tsx';
import { Ellipsis } from '../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../ui/data-table/data-table-row.tsx';
import { RecordLink } from './record-link.tsx';

/** Number of changed fields that a row names. */
const MAX_FIELDS = 3;
/** Records that are a person, by account ID. */
const PEOPLE: readonly unknown[] = ['staff', 'user_account', 'allowance'];

/** Returns the texts of audit entries in the page's language. */
export function useAuditTexts() {
  const { t } = useTranslation(['history', 'errors', 'task', 'field']);
  const accountName = useAccountName();
  const formatPerson = useCallback(
    (id: number | null, { named }: Pick<AuditEntry, 'named'>): string | null =>
      id === null ? null : (named[id] ?? accountName(id)),
    [accountName],
  );
  return useMemo(
    () => ({
      formatPerson,
      formatAction: ({ kind, action }: AuditEntry): string => {
        const keys = toActionKeys(action) as ParseKeys<'history'>[];
        return kind === 'refused' ? t('kind.refused') : t(keys, { defaultValue: t(`kind.${kind}`) });
      },
      /** Formats a note. Those of the server have a sentence in each language. */
      formatNote: ({ note, kind }: AuditEntry): string | null => {
        if (note === null || note === 'ok') return null;
        if (kind !== 'refused') return note;
        const known: Partial<Record<string, string>> = {
          failed: t('failed.signIn'),
          'failed: no such account': t('failed.noSignIn'),
          'refused: wrong password': t('failed.password'),
          'refused: no such account': t('failed.account'),
        };
        const code = note.replace('refused: ', '') as 'forbidden';
        return known[note] ?? t(`errors:${code}`, { defaultValue: note });
      },
      formatRecord: (entry: AuditEntry): string => {
        const { entity, entity_id, record_name } = entry;
        if (PEOPLE.includes(entity)) return formatPerson(Number.parseInt(entity_id ?? '', 10), entry) ?? '';
        return record_name ?? (/^\d+$/.test(entity_id ?? '') ? `#${entity_id}` : (entity_id ?? ''));
      },
      /** Names the changed fields. */
      formatChanges: ({ entity, changes }: AuditEntry): string => {
        const fields = entity === null ? {} : AUDIT_FIELDS[entity];
        const names = changes.map(({ field }) => {
          const name = field.split('.').find((part) => part !== 'value') ?? field;
          return t(`field:${fields[name]?.word ?? name}` as 'field:name', { defaultValue: name });
        });
        const shown = [...new Set(names)];
        const first = shown.slice(0, MAX_FIELDS).join(', ');
        return shown.length > MAX_FIELDS ? t('page.more', { names: first, n: shown.length - MAX_FIELDS }) : first;
      },
    }),
    [t, formatPerson],
  );
}

export function useAuditColumns(): readonly TableColumn<AuditEntry>[] {
  const { t } = useTranslation(['history', 'common']);
  const { dayTime } = useFormat();
  const { formatPerson, formatAction, formatNote, formatRecord, formatChanges } = useAuditTexts();
  return useMemo(
    () => [
      { key: 'at', title: t('page.at'), width: 132, render: ({ at }) => dayTime(at) },
      {
        key: 'actor',
        title: t('page.actor'),
        kind: 'name',
        min: 120,
        phone: 'title',
        render: (row) => (
          <Ellipsis>
            {formatPerson(row.actor, row) ??
              t(row.kind === 'refused' || row.kind === 'sign_in' ? 'common:nothing' : 'nobody')}
          </Ellipsis>
        ),
      },
      {
        key: 'action',
        title: t('page.action'),
        kind: 'text',
        min: 150,
        phone: 'state',
        render: (row) => <Ellipsis>{formatAction(row)}</Ellipsis>,
      },
      {
        key: 'record',
        title: t('page.recordName'),
        kind: 'name',
        min: 170,
        empty: ({ entity }) => entity === null,
        render: (row) =>
          row.entity && (
            <TwoLines
              first={<RecordLink entry={row} name={formatRecord(row)} />}
              second={<Ellipsis>{t(`entity.${row.entity}`)}</Ellipsis>}
            />
          ),
      },
      {
        key: 'changes',
        title: t('page.changes'),
        kind: 'text',
        min: 180,
        grow: 2,
        hideOrder: 1,
        empty: (row) => row.changes.length === 0 && !row.note,
        render: (row) => <Ellipsis>{[formatNote(row), formatChanges(row)].filter(Boolean).join(' · ')}</Ellipsis>,
      },
      {
        key: 'address',
        title: t('page.address'),
        width: 132,
        hideOrder: 2,
        empty: ({ address }) => address === null,
        render: ({ address }) => <span className="tabular">{address ?? ''}</span>,
      },
    ],
    [t, dayTime, formatPerson, formatAction, formatNote, formatRecord, formatChanges],
  );
}
