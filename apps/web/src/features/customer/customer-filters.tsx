import { customerEndpoints } from '@darkroom/contract/customer';
import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/call/query.ts';
import { FilterBar, type Filter } from '../../ui/filter-bar/filter-bar.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { NO_FILTERS, viewSearch, type CustomerSearch, type SetCustomerSearch } from './customer-search.ts';

interface Option<V> {
  value: V;
  label: string;
}

/** The filters of the customer list, each as it stands in the address. */
export const CustomerFilters = memo(function CustomerFilters({
  search,
  setSearch,
}: {
  search: CustomerSearch;
  setSearch: SetCustomerSearch;
}) {
  const { t } = useTranslation(['customer', 'table']);
  const { cus0, cus1ById } = useCustomers();
  const countries = useQuery(query(customerEndpoints.values, {})).data?.country ?? [];
  const set: SetCustomerSearch = (patch) => setSearch({ ...patch, page: 1 });

  /** Any of several: what is chosen reads as its first and how many more. */
  const several = <V extends string | number>(
    key: 'cus_id0' | 'tier' | 'country',
    options: readonly Option<V>[],
    onChange: (values: V[] | undefined) => void,
    rest: Partial<Filter> = {},
  ): Filter => {
    const label = t(`field.${key === 'cus_id0' ? 'cus0' : key}`);
    const chosen = (search[key] ?? []) as V[];
    const [first] = chosen;
    const firstName = options.find(({ value }) => value === first)?.label ?? (first === undefined ? '' : `#${first}`);
    const words = chosen.length > 1 ? t('table:filter.more', { name: firstName, n: chosen.length - 1 }) : firstName;
    return {
      key,
      label,
      control: (
        <Select<V[], Option<V>>
          mode="multiple"
          aria-label={label}
          placeholder={label}
          value={chosen}
          allowClear
          maxTagCount={0}
          maxTagPlaceholder={words}
          options={[...options]}
          showSearch={{ filterOption: (typed, option) => foldedMatch(String(option?.label), typed) }}
          popupMatchSelectWidth={false}
          onChange={(values) => onChange(values.length > 0 ? values : undefined)}
        />
      ),
      chip: first === undefined ? null : words,
      onRemove: () => onChange(undefined),
      ...rest,
    };
  };

  const filters: Filter[] = [
    several(
      'cus_id0',
      cus0.map(({ id, name }) => ({ value: id, label: name })),
      (cus_id0) => set({ cus_id0 }),
      { inRow: true },
    ),
    several(
      'tier',
      CUSTOMER_TIERS.map((value) => ({ value, label: value })),
      (tier) => set({ tier }),
      { inRow: true },
    ),
    {
      key: 'contract_status',
      label: t('field.contract_status'),
      inRow: true,
      control: (
        <Select
          aria-label={t('field.contract_status')}
          placeholder={t('field.contract_status')}
          value={search.contract_status ?? null}
          allowClear
          options={CONTRACT_STATUSES.map((value) => ({ value, label: t(`contract.${value}`) }))}
          onChange={(contract_status) => set({ contract_status: contract_status ?? undefined })}
        />
      ),
      chip: search.contract_status ? t(`contract.${search.contract_status}`) : null,
      onRemove: () => set({ contract_status: undefined }),
    },
    several(
      'country',
      countries.map((value) => ({ value, label: value })),
      (country) => set({ country }),
    ),
    {
      key: 'has_login',
      label: t('field.login'),
      control: (
        <Select
          aria-label={t('field.login')}
          placeholder={t('field.login')}
          value={search.has_login === undefined ? null : String(search.has_login)}
          allowClear
          options={(['true', 'false'] as const).map((value) => ({ value, label: t(`hasLogin.${value}`) }))}
          onChange={(value) => set({ has_login: value ? value === 'true' : undefined })}
        />
      ),
      chip: search.has_login === undefined ? null : t(`hasLogin.${search.has_login ? 'true' : 'false'}`),
      onRemove: () => set({ has_login: undefined }),
    },
  ];
  if (search.cus_id1 !== undefined) {
    const name = cus1ById.get(search.cus_id1)?.name ?? `#${search.cus_id1}`;
    filters.push({
      key: 'cus_id1',
      label: t('field.cus1'),
      control: <span>{name}</span>,
      chip: name,
      onRemove: () => set({ cus_id1: undefined }),
    });
  }
  return (
    <FilterBar
      before={<SavedViews screen="customer" current={viewSearch(search)} chosen={search.view} />}
      search={{
        value: search.text ?? '',
        onChange: (text) => setSearch({ text: text || undefined, page: 1 }, { replace: true }),
        placeholder: t('search'),
      }}
      filters={filters}
      onClear={() => set(NO_FILTERS)}
    />
  );
});
