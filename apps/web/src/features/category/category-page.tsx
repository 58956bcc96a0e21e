import { categoryEndpoints, categoryExport } from '@darkroom/contract/category';
import { categoryRows, type CategoryRow, type CategoryType } from '@darkroom/domain/category/tree';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/call/query.ts';
import { useScreenActions } from '../../lib/screen-actions.ts';
import { useMay } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useAddedRows } from '../../ui/data-table/added.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { listed } from '../../ui/data-table/listed.ts';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useCategoryBlock, useCategoryColumns, type CategoryActions } from './category-columns.tsx';
import { CategoryFilters } from './category-filters.tsx';
import { keyOf, nameOf } from './category-record.ts';
import { categoryList, filterOf } from './category-search.ts';
import css from './category.module.css';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

const AddForm = lazyOverlay(() => import('./category-add-form.tsx'));
const EditForm = lazyOverlay(() => import('./category-edit-form.tsx'));
const DeleteDialog = lazyOverlay(() => import('./category-delete.tsx'));

/** The catalogue (/setting/category): service type → category 1 → category 2, one clear tree. */
export default function CategoryPage() {
  const { t } = useTranslation(['category', 'table']);
  const may = useMay();
  const [search, setSearch] = useScreenSearch(categoryList.schema);
  const added = useAddedRows('category');
  const list = useQuery(query(categoryEndpoints.list, {}));
  const rows = useMemo(() => list.data && categoryRows(list.data, filterOf(search)), [list.data, search]);
  const [adding, setAdding] = useState<CategoryRow | 'anything' | null>(null);
  const [editing, setEditing] = useState<CategoryRow | null>(null);
  const [deleting, setDeleting] = useState<CategoryRow | null>(null);
  const actions: CategoryActions = useMemo(() => ({ onAdd: setAdding, onEdit: setEditing, onDelete: setDeleting }), []);
  const columns = useCategoryColumns(actions);
  const compact = useCategoryBlock(actions);
  const { add, update, delete: remove } = categoryEndpoints;
  useScreenActions(() => [{ key: 'add', label: t('add'), call: add, run: () => setAdding('anything') }]);
  const readOnly = ![add, update, remove].some((call) => may(call.access));
  return (
    <div className={css.page}>
      <PageHead
        title={t('title')}
        note={rows && <Counts rows={rows} />}
        actions={
          <>
            <ExportButton endpoint={categoryExport} list={filterOf(search)} total={rows?.length} />
            <CallButton call={add} type="primary" onClick={() => setAdding('anything')}>
              {t('add')}
            </CallButton>
          </>
        }
      />
      {readOnly && <p className={css.intro}>{t('readOnly')}</p>}
      <div className={css.filters}>
        <CategoryFilters search={search} setSearch={setSearch} />
      </div>
      <DataTable<CategoryRow>
        {...listed(categoryList, { ...list, data: rows && { results: rows } }, search, setSearch)}
        added={added}
        name={t('title')}
        columns={columns}
        compact={compact}
        rowKey={keyOf}
        rowName={nameOf}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        {...(may(update.access) ? { onOpen: setEditing } : {})}
        fillHeight
      />
      {adding !== null && <AddForm under={adding === 'anything' ? null : adding} onClose={() => setAdding(null)} />}
      {editing && <EditForm key={keyOf(editing)} row={editing} onClose={() => setEditing(null)} />}
      {deleting && <DeleteDialog key={keyOf(deleting)} row={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

/** How many of each level are shown. */
function Counts({ rows }: { rows: readonly CategoryRow[] }) {
  const { t } = useTranslation('category');
  const count = (type: CategoryType) => t(`count.${type}`, { count: rows.filter((row) => row.type === type).length });
  return t('note', { types: count('service_type'), cat1: count('cat1'), cat2: count('cat2') });
}
