import { AUDIT_ENTITIES, AUDIT_KINDS, auditEndpoints, auditExport, type AuditEntry } from '@darkroom/contract/audit';
import { useMemo } from 'react';
import { HistoryChanges } from '../../entities/history/history-change.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useUsers } from '../../lib/session/lookups.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useAuditColumns, useAuditTexts } from './audit-columns.tsx';
import { auditList, type AuditSearch, type SetAuditSearch } from './audit-search.ts';

const IN_ROW = { inRow: true };

/** Filters of the audit, from the URL parameters. */
export function AuditFilters({ search, setSearch }: { search: AuditSearch; setSearch: SetAuditSearch }) {
  const { t } = useTranslation('history');
  const { byId, name } = useUsers();
  const { text, days, many } = useFilters(auditList, search, setSearch);
  return (
    <FilterBar
      search={text(t('page.search'))}
      filters={[
        days('at_from', 'at_to', IN_ROW),
        many('actor', { of: [...byId.keys()], word: name, also: (id) => byId.get(id)?.full_name ?? '' }, IN_ROW),
        many('kind', { of: AUDIT_KINDS }, IN_ROW),
        many('entity', { of: AUDIT_ENTITIES }, IN_ROW),
      ]}
      onClear={() => setSearch(auditList.cleared)}
    />
  );
}

/** Audit (/setting/audit): every change, sign-in and refusal, with its person, time and address (decision 174). */
export default function AuditPage() {
  const { t } = useTranslation('history');
  const list = useList(auditList, auditEndpoints.list);
  const { search, setSearch } = list;
  const columns = useAuditColumns();
  const open = useMemo(() => new Set(search.open), [search.open]);
  const toggle = (id: number) =>
    setSearch(
      { open: open.has(id) ? search.open.filter((item) => item !== id) : [...search.open, id] },
      { replace: true },
    );
  return (
    <div className="page">
      <PageHead
        title={t('page.title')}
        note={list.note((count, n) => t('page.count', { count, n }))}
        actions={<ExportButton endpoint={auditExport} list={list.input} total={list.count} />}
      />
      <div className="mb-8">
        <AuditFilters search={search} setSearch={setSearch} />
      </div>
      <DataTable<AuditEntry>
        {...list.table}
        name={t('page.title')}
        list="audit"
        columns={columns}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('page.empty.title'), hint: t('page.empty.hint') }}
        expandable={{ open, onToggle: (key) => toggle(Number(key)), render: (row) => <EntryDetails entry={row} /> }}
        fillHeight
      />
    </div>
  );
}

/** Details below an open entry: note, token, address, and each changed field before → after. */
function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('history');
  const { dayTime } = useFormat();
  const { formatNote, formatPerson } = useAuditTexts();
  const note = formatNote(entry);
  const facts = [
    [t('page.at'), dayTime(entry.at)],
    [t('page.subject'), formatPerson(entry.subject, entry)],
    [t('page.call'), entry.action],
    [t('page.note'), note],
    [t('page.token'), entry.token_name],
    [t('page.address'), entry.address],
  ];
  return (
    <div className="items gap-12" style={{ padding: '8px 16px 12px' }}>
      <dl className="wrap gap-16 fact-list">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="min-w-0">
                <dt>{name}</dt>
                <dd className="break-anywhere tabular">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {entry.hidden && <p className="muted">{t('page.hidden')}</p>}
      {entry.entity !== null && entry.changes.length > 0 && <HistoryChanges entity={entry.entity} entry={entry} />}
    </div>
  );
}

const keyOfRow = (row: AuditEntry) => row.id;
const nameOfRow = (row: AuditEntry) => `${row.action} ${row.id}`;
