import type { OutputOf } from '@darkroom/contract/endpoint';
import { permissionEndpoints, permissionExport, type HeldPermission } from '@darkroom/contract/user/group';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { compareText } from '@darkroom/domain/text/order';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getCodeArea, CODE_AREAS, useCodeTexts } from '../../../lib/i18n/permission-words.ts';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { useCan } from '../../../lib/session/session.ts';
import { useOpenedRecord, useStaysOpen } from '../../../ui/record-form/use-opened-record.ts';
import { CallButton } from '../../../ui/call-button.tsx';
import type { RowKey } from '../../../ui/data-table/data-table-row.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ExportButton } from '../../../ui/export/export-button.tsx';
import { useList } from '../../../ui/data-table/use-list.ts';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import css from '../access.module.css';
import permission from './permission.module.css';
import { usePermissionColumns, type PermissionActions } from './permission-columns.tsx';
import { PermissionAddForm, PermissionEditForm } from './permission-form.tsx';
import { PermissionScope } from './permission-picker.tsx';
import { id, oneOf, sortBy, text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { useConfirmedCall } from '../../../ui/overlay/use-confirm.tsx';

const AREAS = [
  'work',
  'task',
  'redo',
  'category',
  'customer',
  'request',
  'member',
  'access',
  'allowance',
  'portal',
  'own',
] as const;

/** The screen filters this list in the browser. */
const permissionList = listSearch(
  {
    text: text().optional(),
    area: oneOf(AREAS).optional(),
    sort: sortBy(['area', 'codename', 'groups']).default('area'),
  },
  {
    screenState: {
      /** Permission with its screens and endpoints shown. */
      open: id().optional(),
      /** Permission in the form, or `new` while a permission is added. */
      form: z.union([id(), z.literal('new')]).optional(),
    },
  },
);

type PermissionSearch = SearchOf<typeof permissionList>;
type SetPermissionSearch = SetSearch<PermissionSearch>;

const NO_SELECTION: ReadonlySet<RowKey> = new Set();

/** Permissions of the product and of the bureau, with descriptions and groups (/setting/permission). */
export default function PermissionPage() {
  const { t } = useTranslation(['permission', 'group', 'record']);
  const can = useCan();
  const list = useList(permissionList, permissionEndpoints.list, {
    input: emptyInput,
    rows: usePermissionFilter(),
    added: 'permission',
  });
  const { search, setSearch, rows } = list;
  const all = list.data?.results;
  const [selectedIds, setSelectedIds] = useState(NO_SELECTION);
  const { ask, holder } = useDeletePermissions(useCallback(() => setSelectedIds(NO_SELECTION), []));
  const actions = useMemo(
    (): PermissionActions => ({ onEdit: (row) => setSearch({ form: row.id }), onDelete: (row) => ask([row]) }),
    [setSearch, ask],
  );
  const columns = usePermissionColumns(actions);
  // Only permissions of the bureau can be deleted, so only they can be selected.
  const canDelete = search.area === 'own' && can(permissionEndpoints.delete.access);
  const isNarrowed = permissionList.isFiltered(search) || search.sort !== 'area';
  const add = () => setSearch({ form: 'new' });
  useScreenActions(() => [{ key: 'add', label: t('add'), call: permissionEndpoints.create, run: add }]);
  const selectedRows = canDelete ? (rows?.filter((row) => selectedIds.has(row.id)) ?? []) : [];
  const exportedRows = selectedRows.length > 0 ? selectedRows : isNarrowed ? rows : undefined;
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('inAll', { count, n }))}
        actions={
          <>
            {selectedRows.length > 0 && (
              <CallButton call={permissionEndpoints.delete} danger onClick={() => ask(selectedRows)}>
                {t('deleteMany', { count: selectedRows.length })}
              </CallButton>
            )}
            <ExportButton
              endpoint={permissionExport}
              list={exportedRows ? { permission_ids: exportedRows.map((row) => row.id) } : {}}
              total={(exportedRows ?? rows)?.length}
            />
            <CallButton call={permissionEndpoints.create} type="primary" onClick={add}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      <p className={permission.intro}>{t('note')}</p>
      <div className={css.filters}>
        <PermissionFilters search={search} setSearch={setSearch} />
      </div>
      <DataTable<HeldPermission>
        {...list.table}
        name={t('title')}
        list="permission"
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.codename}
        empty={{ title: t('empty') }}
        selection={canDelete ? { keys: selectedIds, onChange: setSelectedIds } : undefined}
        expandable={{
          open: new Set(search.open === undefined ? [] : [search.open]),
          onToggle: (key) => setSearch({ open: key === search.open ? undefined : Number(key) }, { replace: true }),
          render: (row) => (
            <div className={permission.expandedRow}>
              <PermissionScope code={row.codename} builtIn={row.built_in} />
            </div>
          ),
        }}
        fillHeight
      />
      {all && <Forms rows={all} search={search} onClose={() => setSearch({ form: undefined })} />}
      {holder}
    </div>
  );
}

interface FormsProps {
  rows: readonly HeldPermission[];
  search: PermissionSearch;
  onClose: () => void;
}

function Forms({ rows, search, onClose }: FormsProps) {
  const can = useCan();
  const found = rows.find(({ id }) => id === search.form);
  const openId = typeof search.form === 'number' ? search.form : undefined;
  const editedRow = useOpenedRecord(can(permissionEndpoints.update.access) ? found : undefined, openId);
  const isAdding = useStaysOpen(search.form === 'new' ? 'new' : undefined, can(permissionEndpoints.create.access));
  if (isAdding) return <PermissionAddForm onClose={onClose} />;
  return editedRow ? <PermissionEditForm key={editedRow.id} row={editedRow} onClose={onClose} /> : null;
}

const emptyInput = () => ({});
const byNumber = (a: number, b: number) => a - b;

type ToRows = (response: OutputOf<typeof permissionEndpoints.list>, search: PermissionSearch) => HeldPermission[];

/** Returns a function that filters and sorts permissions by the URL parameters. */
function usePermissionFilter(): ToRows {
  const words = useCodeTexts();
  return useCallback(
    ({ results }, { text = '', area, sort }) => {
      const areaIndex = (row: HeldPermission) => CODE_AREAS.indexOf(getCodeArea(row.codename));
      const comparators: Record<string, (a: HeldPermission, b: HeldPermission) => number> = {
        area: (a, b) => byNumber(areaIndex(a), areaIndex(b)) || byNumber(a.id, b.id),
        codename: (a, b) => compareText(a.codename, b.codename),
        groups: (a, b) => byNumber(a.groups.length, b.groups.length) || compareText(a.codename, b.codename),
      };
      const comparator = comparators[sort.replace('-', '')] ?? (() => 0);
      const sign = sort.startsWith('-') ? -1 : 1;
      const searchTextOf = (row: HeldPermission) => `${words.of(row)} ${words.product(row.codename)} ${row.codename}`;
      return results
        .filter((row) => (!area || getCodeArea(row.codename) === area) && foldedMatch(searchTextOf(row), text))
        .toSorted((a, b) => sign * comparator(a, b));
    },
    [words],
  );
}

function PermissionFilters({ search, setSearch }: { search: PermissionSearch; setSearch: SetPermissionSearch }) {
  const { t } = useTranslation('permission');
  const words = useCodeTexts();
  const { text, one } = useFilters(permissionList, search, setSearch);
  return (
    <FilterBar
      search={text(t('searchHint'))}
      filters={[one('area', { of: CODE_AREAS, label: t('field.area'), word: words.area }, { inRow: true })]}
      onClear={() => setSearch(permissionList.cleared)}
    />
  );
}

/** Deletes permissions of the bureau after a confirmation. */
function useDeletePermissions(onDone: () => void) {
  const { t } = useTranslation(['permission', 'errors', 'common']);
  return useConfirmedCall(permissionEndpoints.delete, {
    question: (rows: readonly HeldPermission[]) => ({
      title: rows.length === 1 ? t('deleteOne', { name: rows[0]?.codename }) : t('deleteSome', { count: rows.length }),
      lines: [t('deleteHint')],
      yes: t('common:delete'),
      danger: true,
    }),
    inputOf: (rows) => ({ permission_ids: rows.map((row) => row.id) }),
    invalidates: ['permission'],
    done: ({ length }) => t('deleted', { count: length }),
    failed: t('failed.delete'),
    refusal: ({ problem: { code, detail } }) => (code === 'in_use' ? t('inUse', { groups: detail ?? '' }) : null),
    onDone,
  });
}
