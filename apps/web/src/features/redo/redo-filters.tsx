import { EDITOR_CODE } from '@darkroom/domain/task/decide';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { useWorkFilters } from '../../records/task/list/work-filters.tsx';
import { NO_FILTERS, viewSearch, type RedoSearch, type SetRedoSearch } from './redo-search.ts';

/** The filters of the rework list, each as it stands in the address. */
export function RedoFilters({ search, setSearch }: { search: RedoSearch; setSearch: SetRedoSearch }) {
  const { t } = useTranslation('redo');
  const set: SetRedoSearch = (patch) => setSearch({ ...patch, page: 1 });
  const { days, customer, category, workstream, person } = useWorkFilters(search, set);
  return (
    <FilterBar
      before={<SavedViews screen="redo" current={viewSearch(search)} chosen={search.view} />}
      search={{
        value: search.text ?? '',
        onChange: (text) => set({ text: text || undefined }),
        placeholder: t('search'),
      }}
      filters={[days, customer, category, person('editor', Object.values(EDITOR_CODE)), workstream]}
      onClear={() => set(NO_FILTERS)}
    />
  );
}
