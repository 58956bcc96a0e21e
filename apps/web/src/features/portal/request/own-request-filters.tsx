import { REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../../ui/filter-bar/use-filters.tsx';
import { useOwnCustomers } from '../own.ts';
import { ownRequestList, type OwnRequestSearch, type SetOwnRequestSearch } from './own-request-search.ts';

interface OwnRequestFiltersProps {
  search: OwnRequestSearch;
  setSearch: SetOwnRequestSearch;
}

/** The filters of the own requests. */
export function OwnRequestFilters({ search, setSearch }: OwnRequestFiltersProps) {
  const { t } = useTranslation('portal');
  const { customers1, name1 } = useOwnCustomers();
  const { text, one, some, linked } = useFilters(ownRequestList, search, setSearch);
  return (
    <FilterBar
      search={text(t('request.search'))}
      filters={[
        some('status', { of: REQUEST_STATUSES, label: t('request.state'), word: (step) => t(`request.step.${step}`) }),
        some('type', { of: REQUEST_TYPES }),
        one('unread', {
          of: [true, false],
          label: t('request.answers'),
          word: (value) => t(`request.unreadOnly.${value}`),
        }),
        ...(customers1.length > 1 || search.cus_id1 !== undefined
          ? [one('cus_id1', { of: customers1.map(({ id }) => id), word: name1 })]
          : []),
        linked('job_id', t('request.ofJob'), t('request.job')),
        linked('id', `#${search.id}`),
      ]}
      onClear={() => setSearch(ownRequestList.cleared)}
    />
  );
}
