import { JOB_STATUSES } from '@darkroom/domain/job/status';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { useOwnCustomers } from '../own.ts';
import { ownJobList, type OwnJobSearch, type SetOwnJobSearch } from './own-job-search.ts';

const IN_ROW = { inRow: true };

/** The filters of the own jobs; of customers only where there are several to choose from. */
export function OwnJobFilters({ search, setSearch }: { search: OwnJobSearch; setSearch: SetOwnJobSearch }) {
  const { t } = useTranslation('portal');
  const { customers1, customers2, name1, name2 } = useOwnCustomers();
  const { text, days, one, some } = useFilters(ownJobList, search, setSearch);
  const below = customers2.filter(({ cus_id1 }) => search.cus_id1 === undefined || cus_id1 === search.cus_id1);
  return (
    <FilterBar
      search={text(t('job.search'))}
      filters={[
        some('job_status', { of: JOB_STATUSES }, IN_ROW),
        days('job_date_from', 'job_date_to', IN_ROW),
        ...(customers1.length > 1 || search.cus_id1 !== undefined
          ? [one('cus_id1', { of: customers1.map(({ id }) => id), word: name1 }, IN_ROW)]
          : []),
        ...(customers2.length > 1 || search.customer2_id !== undefined
          ? [one('customer2_id', { of: below.map(({ id }) => id), word: name2 }, IN_ROW)]
          : []),
      ]}
      onClear={() => setSearch(ownJobList.cleared)}
    />
  );
}
