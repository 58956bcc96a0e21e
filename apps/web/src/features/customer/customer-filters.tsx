import { customerEndpoints } from '@darkroom/contract/customer';
import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/call/query.ts';
import { useCustomers } from '../../lib/session/lookups.ts';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { customerList, type CustomerSearch, type SetCustomerSearch } from './customer-search.ts';

const IN_ROW = { inRow: true };

interface CustomerFiltersProps {
  search: CustomerSearch;
  setSearch: SetCustomerSearch;
}

/** The filters of the customer list, each as it stands in the address. */
export const CustomerFilters = memo(function CustomerFilters({ search, setSearch }: CustomerFiltersProps) {
  const { t } = useTranslation(['customer', 'field']);
  const { cus0, cus0ById, cus1ById } = useCustomers();
  const countries = useQuery(query(customerEndpoints.values, {})).data?.country ?? [];
  const { text, one, some, flag, linked } = useFilters(search, setSearch);
  const asWritten = (word: string) => word;
  const cus1 = search.cus_id1 === undefined ? undefined : cus1ById.get(search.cus_id1);
  return (
    <FilterBar
      before={<SavedViews screen="customer" list={customerList} search={search} />}
      search={text(t('search'))}
      filters={[
        some(
          'cus_id0',
          t('field:cus_id0'),
          { of: cus0.map(({ id }) => id), word: (id) => cus0ById.get(id)?.name ?? `#${id}` },
          IN_ROW,
        ),
        some('tier', t('field:tier'), { of: CUSTOMER_TIERS, word: asWritten }, IN_ROW),
        one(
          'contract_status',
          t('field:contract_status'),
          { of: CONTRACT_STATUSES, word: (status) => t(`contract.${status}`) },
          IN_ROW,
        ),
        some('country', t('field:country'), { of: countries, word: asWritten }),
        flag('has_login', t('field:portal_login'), (has) => t(`hasLogin.${has}`)),
        linked('cus_id1', t('field:cus_id1'), cus1?.name ?? `#${search.cus_id1}`),
      ]}
      onClear={() => setSearch(customerList.cleared)}
    />
  );
});
