import { customerEndpoints } from '@darkroom/contract/customer/customer';
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
  const { t } = useTranslation('customer');
  const { cus0 } = useCustomers();
  const countries = useQuery(query(customerEndpoints.values, {})).data?.country ?? [];
  const { text, one, some, flag, linked } = useFilters(customerList, search, setSearch);
  return (
    <FilterBar
      before={<SavedViews screen="customer" list={customerList} search={search} />}
      search={text(t('search'))}
      filters={[
        some('cus_id0', { of: cus0.map(({ id }) => id) }, IN_ROW),
        some('tier', { of: CUSTOMER_TIERS }, IN_ROW),
        one('contract_status', { of: CONTRACT_STATUSES }, IN_ROW),
        some('country', { of: countries }),
        flag('has_login'),
        linked('cus_id1'),
      ]}
      onClear={() => setSearch(customerList.cleared)}
    />
  );
});
