import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCategories } from '../../lib/session/lookups.ts';
import { FilterBar, type Filter } from '../../ui/filter-bar/filter-bar.tsx';
import { NO_FILTERS, type CategorySearch } from './category-search.ts';

const ALL = 'ALL';

interface CategoryFiltersProps {
  search: CategorySearch;
  setSearch: (patch: Partial<CategorySearch>) => void;
}

/** The filters of the tree, each as it stands in the address; ALL means no filter (spec §3). */
export function CategoryFilters({ search, setSearch }: CategoryFiltersProps) {
  const { t } = useTranslation('category');
  const { serviceTypes, serviceTypeById } = useCategories();
  const { service_type, enabled } = search;
  const filters: Filter[] = [
    {
      key: 'service_type',
      label: t('field.service_type'),
      inRow: true,
      wide: true,
      control: (
        <Select<number | typeof ALL, { value: number | typeof ALL; label: string }>
          aria-label={t('field.service_type')}
          value={service_type ?? ALL}
          options={[
            { value: ALL, label: `${t('field.service_type')}: ${t('all')}` },
            ...serviceTypes.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          showSearch={{ filterOption: (typed, option) => option !== undefined && foldedMatch(option.label, typed) }}
          onChange={(value) => setSearch({ service_type: value === ALL ? undefined : value })}
        />
      ),
      chip: service_type === undefined ? null : (serviceTypeById.get(service_type)?.name ?? `#${service_type}`),
      onRemove: () => setSearch({ service_type: undefined }),
    },
    {
      key: 'enabled',
      label: t('field.enabled'),
      inRow: true,
      control: (
        <Select<string>
          aria-label={t('field.enabled')}
          value={enabled === undefined ? ALL : String(enabled)}
          options={[
            { value: ALL, label: `${t('field.enabled')}: ${t('all')}` },
            { value: 'true', label: t('enabled.true') },
            { value: 'false', label: t('enabled.false') },
          ]}
          onChange={(value) => setSearch({ enabled: value === ALL ? undefined : value === 'true' })}
        />
      ),
      chip: enabled === undefined ? null : t(`enabled.${enabled}`),
      onRemove: () => setSearch({ enabled: undefined }),
    },
  ];
  return (
    <FilterBar
      search={{
        value: search.text ?? '',
        onChange: (text) => setSearch({ text: text || undefined }),
        placeholder: t('searchFor'),
      }}
      filters={filters}
      onClear={() => setSearch(NO_FILTERS)}
    />
  );
}
