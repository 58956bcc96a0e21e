import { staffEndpoints, staffExport, type Member } from '@darkroom/contract/staff/staff';
import { staffAccountEndpoints } from '@darkroom/contract/staff/account';
import { seesPrivate } from '@darkroom/domain/staff/staff';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { query } from '../../../lib/call/query.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useScreenSearch } from '../../../lib/use-screen-search.ts';
import { useAddedRows } from '../../../ui/data-table/added.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { listed, useCountNote } from '../../../ui/data-table/listed.ts';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import { useMemberBlock, useMemberColumns } from './member-columns.tsx';
import { MemberFilters } from './member-filters.tsx';
import { listInput, memberList, type MemberSearch, type SetMemberSearch } from './member-search.ts';
import styles from '../staff.module.css';
import { lazyOverlay } from '../../../ui/lazy/lazy.tsx';

// Records and their forms are not on the page when it opens.
const MemberPanel = lazyOverlay(
  () => import('./member-panel.tsx'),
  ({ setSearch }) => setSearch({ member: undefined, edit: undefined }),
);

/** Members (/staff/member): everybody who works here, and those who did. */
export default function MemberPage() {
  const { t } = useTranslation(['staff', 'common']);
  const { number } = useFormat();
  const seesPay = seesPrivate(useActor());
  const [search, setSearch] = useScreenSearch(memberList.schema);
  const input = listInput(search, seesPay);
  const list = useQuery({ ...query(staffEndpoints.list, input), placeholderData: keepPreviousData });
  const add = () => setSearch({ member: 0, edit: undefined });
  useScreenActions(() => [{ key: 'add', label: t('add'), call: staffAccountEndpoints.add, run: add }]);
  const inAll = useCountNote(list, (count) => t('inAll', { count, n: number(count) }));
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={inAll}
        actions={
          <>
            <ExportButton endpoint={staffExport} list={input} total={list.data?.total_items} />
            <CallButton type="primary" call={staffAccountEndpoints.add} onClick={add}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      <div className={styles.filters}>
        <MemberFilters search={search} setSearch={setSearch} />
      </div>
      <MemberTable search={search} setSearch={setSearch} list={list} />
      {search.member !== undefined && (
        <MemberPanel member={search.member} editing={search.edit === 1} setSearch={setSearch} />
      )}
    </div>
  );
}

interface MemberTableProps {
  search: MemberSearch;
  setSearch: SetMemberSearch;
  list: {
    data?: { results: Member[]; total_items: number } | undefined;
    isPlaceholderData: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
}

function MemberTable({ search, setSearch, list }: MemberTableProps) {
  const { t } = useTranslation('staff');
  const added = useAddedRows('staff');
  const open = useCallback((row: Member) => setSearch({ member: row.id, edit: undefined }), [setSearch]);
  const columns = useMemberColumns(open);
  const compact = useMemberBlock(open);
  return (
    <DataTable<Member>
      added={added}
      {...listed(memberList, list, search, setSearch)}
      name={t('title')}
      list="staff"
      columns={columns}
      compact={compact}
      rowKey={keyOfRow}
      rowName={nameOfRow}
      empty={{ title: t('empty.title'), hint: t('empty.hint') }}
      onOpen={open}
      fillHeight
    />
  );
}

const keyOfRow = (row: Member) => row.id;
const nameOfRow = (row: Member) => row.full_name;
