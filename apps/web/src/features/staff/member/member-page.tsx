import { FILTERS } from '@darkroom/contract/field-tables/filters';
import { staffEndpoints, staffExport, type Member } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { canViewPrivate, GENDERS, WORKING_STATUSES } from '@darkroom/domain/staff/staff';
import { useCallback } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useActor } from '../../../lib/session/session.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { ImportButton } from '../../../entities/record-import/import-button.tsx';
import { useMemberColumns } from './member-columns.tsx';
import { toListInput, memberList, type MemberSearch, type SetMemberSearch } from './member-search.ts';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';
import { teamEndpoints } from '@darkroom/contract/staff/team';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { useStaffNames } from '../../../lib/i18n/staff-names.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../../ui/saved-views/saved-views.tsx';

const IN_ROW = { inRow: true };

export function MemberFilters({ search, setSearch }: { search: MemberSearch; setSearch: SetMemberSearch }) {
  const { t } = useTranslation('staff');
  const choices = useQuery(query(staffEndpoints.choices, {})).data;
  const teams = useQuery(query(teamEndpoints.list, {})).data?.results ?? [];
  const names = useStaffNames(FILTERS);
  const { text, one, many: some, flag } = useFilters(memberList, search, setSearch);
  return (
    <FilterBar
      before={<SavedViews screen="staff" list={memberList} search={search} />}
      search={text(t('search'))}
      filters={[
        some('team_id', { of: teams.map(({ id }) => id), word: names.team }, IN_ROW),
        some('group_id', { of: choices?.groups.map(({ id }) => id) ?? [], word: names.group }, IN_ROW),
        some('working_status', { of: WORKING_STATUSES }, IN_ROW),
        flag('active'),
        some('department', { of: choices?.departments ?? [] }),
        some('workplace', { of: choices?.workplaces ?? [] }),
        one('gender', { of: GENDERS }),
      ]}
      onClear={() => setSearch(memberList.cleared)}
    />
  );
}

// Lazy, because records and forms are not on the page when it opens.
const MemberPanel = lazyOverlay(
  () => import('./member-panel.tsx'),
  ({ setSearch }) => setSearch({ member: undefined, edit: undefined }),
);

/** Members (/staff/member): current and former staff. */
export default function MemberPage() {
  const { t } = useTranslation(['staff', 'common']);
  const canViewPay = canViewPrivate(useActor());
  const list = useList(memberList, staffEndpoints.list, {
    input: (search) => toListInput(search, canViewPay),
    added: 'staff',
  });
  const { search, setSearch } = list;
  const openMember = useCallback((row: Member) => setSearch({ member: row.id, edit: undefined }), [setSearch]);
  const columns = useMemberColumns(openMember);
  const add = () => setSearch({ member: 0, edit: undefined });
  useScreenActions(() => [{ key: 'add', label: t('add'), call: staffAccountEndpoints.add, run: add }]);
  return (
    <div className="page">
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('inAll', { count, n }))}
        actions={
          <>
            <ExportButton endpoint={staffExport} list={list.input} total={list.count} />
            <ImportButton kind="member" />
            <CallButton type="primary" call={staffAccountEndpoints.add} onClick={add}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      <div className="mb-8">
        <MemberFilters search={search} setSearch={setSearch} />
      </div>
      <DataTable<Member>
        {...list.table}
        name={t('title')}
        list="staff"
        columns={columns}
        rowKey={keyOfRow}
        rowName={nameOfRow}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        onOpen={openMember}
        fillHeight
      />
      {search.member !== undefined && (
        <MemberPanel member={search.member} editing={search.edit === 1} setSearch={setSearch} />
      )}
    </div>
  );
}

const keyOfRow = (row: Member) => row.id;
const nameOfRow = (row: Member) => row.full_name;
