import type { OutputOf } from '@darkroom/contract/endpoint';
import { groupEndpoints, groupExport, type GroupRow, type PermissionRow } from '@darkroom/contract/user/group';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useOpenedRecord, useStaysOpen } from '../../../ui/record-form/use-opened-record.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import css from '../access.module.css';
import { CompareGroups } from './compare-groups.tsx';
import { useGroupColumns, type GroupActions } from './group-columns.tsx';
import { GroupAddForm, GroupEditForm } from './group-form.tsx';
import { filterGroups } from './group-rows.ts';
import { groupList, type GroupSearch, type SetGroupSearch } from './group-search.ts';
import { useCanChangeGroup } from '../use-can-change-group.ts';
import { RecordHistory } from '../../../entities/history/record-history.tsx';
import { MemberList } from './members.tsx';
import { PermissionPicker } from '../permission/permission-picker.tsx';
import { Drawer } from '../../../ui/overlay/drawer.tsx';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';

/** Groups with their permissions and members (/setting/group). */
export default function GroupPage() {
  const { t } = useTranslation(['group', 'permission', 'record']);
  const list = useList(groupList, groupEndpoints.list, { input: emptyInput, rows: toRows, added: 'group' });
  const { search, setSearch, rows } = list;
  const groups = list.data?.results;
  const { ask, holder } = useDeleteGroup();
  const actions = useMemo(
    (): GroupActions => ({
      onOpen: (group) => setSearch({ form: group.id }),
      onCopy: (group) => setSearch({ form: 'new', from: group.id }),
      onDelete: ask,
    }),
    [setSearch, ask],
  );
  const columns = useGroupColumns(actions);
  const isNarrowed = groupList.isFiltered(search) || search.sort !== 'group_name';
  const add = () => setSearch({ form: 'new', from: undefined });
  useScreenActions(() => [{ key: 'add', label: t('add'), call: groupEndpoints.create, run: add }]);
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('inAll', { count, n }))}
        actions={
          <>
            <ExportButton
              endpoint={groupExport}
              list={isNarrowed ? { group_ids: rows?.map((group) => group.id) } : {}}
              total={rows?.length}
            />
            <Button
              disabled={!groups || groups.length < 2}
              onClick={() => setSearch({ compare: [groups?.[0]?.id ?? 0] })}
            >
              {t('compare.button')}
            </Button>
            <CallButton call={groupEndpoints.create} type="primary" onClick={add}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      <div className={css.filters}>
        <GroupFilters search={search} setSearch={setSearch} permissions={list.data?.permissions ?? []} />
      </div>
      <DataTable<GroupRow>
        {...list.table}
        name={t('title')}
        list="group"
        columns={columns}
        rowKey={(group) => group.id}
        rowName={(group) => group.group_name}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
        onOpen={actions.onOpen}
        fillHeight
      />
      {list.data && <GroupPanel search={search} setSearch={setSearch} {...list.data} />}
      {holder}
    </div>
  );
}

const emptyInput = () => ({});
const toRows = ({ results }: OutputOf<typeof groupEndpoints.list>, search: GroupSearch) =>
  filterGroups(results, search);

type GroupData = Pick<Parameters<typeof CompareGroups>[0], 'permissions'> & { results: readonly GroupRow[] };

/** Panel next to the list: the form of a group, or two groups compared. */
function GroupPanel({
  search,
  setSearch,
  results,
  permissions,
}: GroupData & { search: GroupSearch; setSearch: SetGroupSearch }) {
  const can = useCan();
  const canChange = useCanChangeGroup();
  const close = () => setSearch({ form: undefined, from: undefined });
  const found = results.find(({ id }) => id === search.form);
  const isAdding = useStaysOpen(search.form === 'new' ? 'new' : undefined, can(groupEndpoints.create.access));
  // The user's own group and permissions change together but arrive in separate responses. The form stays open in between.
  const openId = typeof search.form === 'number' ? search.form : undefined;
  const editedGroup = useOpenedRecord(found && canChange(found) ? found : undefined, openId);
  if (search.compare) {
    return (
      <CompareGroups
        groups={results}
        permissions={permissions}
        selectedIds={search.compare}
        onChoose={(compare) => setSearch({ compare }, { replace: true })}
        onClose={() => setSearch({ compare: undefined })}
      />
    );
  }
  if (isAdding) {
    const from = results.find(({ id }) => id === search.from);
    return <GroupAddForm groups={results} permissions={permissions} from={from} onClose={close} />;
  }
  if (editedGroup)
    return <GroupEditForm key={editedGroup.id} group={editedGroup} permissions={permissions} onClose={close} />;
  return found ? <GroupView group={found} permissions={permissions} onClose={close} /> : null;
}

interface GroupFiltersProps extends Pick<GroupData, 'permissions'> {
  search: GroupSearch;
  setSearch: SetGroupSearch;
}

function GroupFilters({ search, setSearch, permissions }: GroupFiltersProps) {
  const { t } = useTranslation('group');
  const words = useCodeTexts();
  const { text, one } = useFilters(groupList, search, setSearch);
  const byCode = new Map(permissions.map((row) => [row.codename, row]));
  const nameOfCode = (code: string) => {
    const row = byCode.get(code);
    return row ? words.of(row) : code;
  };
  return (
    <FilterBar
      search={text(t('searchHint'))}
      filters={[
        one(
          'permission',
          { of: [...byCode.keys()], label: t('field.permission'), word: nameOfCode, also: (code) => code },
          { inRow: true, wide: true },
        ),
      ]}
      onClear={() => setSearch(groupList.cleared)}
    />
  );
}

interface GroupViewProps {
  group: GroupRow;
  permissions: readonly PermissionRow[];
  onClose: () => void;
}

/** A group for users who can only view it. */
function GroupView({ group, permissions, onClose }: GroupViewProps) {
  const { t } = useTranslation('group');
  return (
    <Drawer
      open
      title={t('view', { name: group.group_name })}
      width="record"
      extra={<RecordHistory entity="staff_group" id={group.id} name={group.group_name} />}
      onClose={onClose}
    >
      <MemberList members={group.members} />
      <PermissionPicker permissions={permissions} currentCodes={group.permissions} value={group.permissions} readOnly />
    </Drawer>
  );
}

function useDeleteGroup() {
  const { t } = useTranslation(['group', 'errors', 'common']);
  return useConfirmedCall(groupEndpoints.delete, {
    question: ({ group_name, permissions }: GroupRow) => ({
      title: t('deleteTitle', { name: group_name, count: permissions.length }),
      lines: [t('deleteHint')],
      yes: t('common:delete'),
      danger: true,
    }),
    inputOf: ({ id }) => ({ group_id: id }),
    invalidates: ['group'],
    done: ({ group_name }) => t('deleted', { name: group_name }),
    failed: t('failed.delete'),
    refusal: ({ problem: { code, current } }) => {
      const members = (current as { members?: number } | undefined)?.members;
      return code === 'in_use' && members ? t('hasMembers', { count: members }) : null;
    },
  });
}
