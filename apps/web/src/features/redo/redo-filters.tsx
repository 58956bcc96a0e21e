import { useTranslation } from 'react-i18next';
import { useWorkFilters } from '../../entities/task/list/work-filters.tsx';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { redoList, type RedoSearch, type SetRedoSearch } from './redo-search.ts';

/** The filters of the rework list, each as it stands in the address. */
export function RedoFilters({ search, setSearch }: { search: RedoSearch; setSearch: SetRedoSearch }) {
  const { t } = useTranslation('redo');
  const { text } = useFilters(redoList, search, setSearch);
  return (
    <FilterBar
      before={<SavedViews screen="redo" list={redoList} search={search} />}
      search={text(t('search'))}
      filters={useWorkFilters(redoList, search, setSearch)}
      onClear={() => setSearch(redoList.cleared)}
    />
  );
}
