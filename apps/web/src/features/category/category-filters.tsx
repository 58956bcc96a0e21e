import { useTranslation } from 'react-i18next';
import { useCategories } from '../../lib/session/lookups.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { categoryList, type CategorySearch } from './category-search.ts';

interface CategoryFiltersProps {
  search: CategorySearch;
  setSearch: SetSearch<CategorySearch>;
}

/** The filters of the tree, each as it stands in the address; ALL means no filter (spec §3). */
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
