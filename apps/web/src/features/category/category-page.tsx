import { categoryEndpoints, categoryExport } from '@darkroom/contract/category';
import type { OutputOf } from '@darkroom/contract/endpoint';
import { toCategoryRows, type CategoryRow, type CategoryType } from '@darkroom/domain/category/tree';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useCan } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useList, useRowDialog } from '../../ui/data-table/use-list.ts';
import { ImportButton } from '../../entities/record-import/import-button.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useCategoryColumns, type CategoryAction } from './category-columns.tsx';
import { keyOf, nameOf } from './category-record.ts';
import { categoryList, toCategoryFilter, type CategorySearch } from './category-search.ts';
import css from './category.module.css';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';
import { useCategories } from '../../lib/session/lookups.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';

const AddForm = lazyOverlay(() => import('./category-add-form.tsx'));
const EditForm = lazyOverlay(() => import('./category-edit-form.tsx'));
const DeleteDialog = lazyOverlay(() => import('./category-delete.tsx'));

/** The catalogue (/setting/category) as a tree: service type → category 1 → category 2. */
export default function CategoryPage() {
  const { t } = useTranslation(['category', 'table']);
  const can = useCan();
  const list = useList(categoryList, categoryEndpoints.list, { input: emptyInput, rows: toRows, added: 'category' });
  const { search, setSearch, rows } = list;
  const dialog = useRowDialog<CategoryRow | null, CategoryAction>();
  const adding = dialog.rowFor('add');
  const editing = dialog.rowFor('edit');
  const deleting = dialog.rowFor('delete');
  const columns = useCategoryColumns(dialog.open);
  const { add, update, delete: remove } = categoryEndpoints;
  useScreenActions(() => [{ key: 'add', label: t('add'), call: add, run: () => dialog.open('add', null) }]);
  const readOnly = ![add, update, remove].some((call) => can(call.access));
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        note={rows && <Counts rows={rows} />}
        actions={
          <>
            <ExportButton endpoint={categoryExport} list={toCategoryFilter(search)} total={rows?.length} />
            <ImportButton kind="category" />
            <CallButton call={add} type="primary" onClick={() => dialog.open('add', null)}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      {readOnly && <p className="mb-12 ink-muted">{t('readOnly')}</p>}
      <div className="mb-12">
        <CategoryFilters search={search} setSearch={setSearch} />
      </div>
      <DataTable<CategoryRow>
        {...list.table}
        name={t('title')}
        columns={columns}
        rowKey={keyOf}
        rowName={nameOf}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        {...(can(update.access) ? { onOpen: (row) => dialog.open('edit', row) } : {})}
        fillHeight
      />
      {adding !== undefined && <AddForm parent={adding} onClose={dialog.close} />}
      {editing && <EditForm key={keyOf(editing)} row={editing} onClose={dialog.close} />}
      {deleting && <DeleteDialog key={keyOf(deleting)} row={deleting} onClose={dialog.close} />}
    </div>
  );
}

const emptyInput = () => ({});
const toRows = (response: OutputOf<typeof categoryEndpoints.list>, search: CategorySearch) =>
  toCategoryRows(response, toCategoryFilter(search));

/** Number of shown rows per level. */
function Counts({ rows }: { rows: readonly CategoryRow[] }) {
  const { t } = useTranslation('category');
  const count = (type: CategoryType) => t(`count.${type}`, { count: rows.filter((row) => row.type === type).length });
  return t('note', { types: count('service_type'), cat1: count('cat1'), cat2: count('cat2') });
}

interface CategoryFiltersProps {
  search: CategorySearch;
  setSearch: SetSearch<CategorySearch>;
}

/** Filters of the tree, from the URL parameters. ALL switches a filter off (spec §3). */
export function CategoryFilters({ search, setSearch }: CategoryFiltersProps) {
  const { t } = useTranslation(['category', 'field']);
  const { serviceTypes, serviceTypeById } = useCategories();
  const { text, one } = useFilters(categoryList, search, setSearch);
  const allOf = (label: string) => `${label}: ${t('all')}`;
  return (
    <FilterBar
      search={text(t('searchFor'))}
      filters={[
        one(
          'service_type',
          {
            label: t('field:service_type_id'),
            of: serviceTypes.map(({ id }) => id),
            word: (id) => serviceTypeById.get(id)?.name ?? `#${id}`,
            all: allOf(t('field:service_type_id')),
          },
          { inRow: true, wide: true },
        ),
        one('enabled', { of: [true, false], all: allOf(t('field:enabled')) }, { inRow: true }),
      ]}
      onClear={() => setSearch(categoryList.cleared)}
    />
  );
}
