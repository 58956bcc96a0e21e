import { boardsSeen } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { useTranslation } from 'react-i18next';
import { useActor } from '../../lib/session/session.ts';
import { useCustomerLevels } from '../../ui/filter-bar/filter-bar-choices.ts';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';
import { requestList, type RequestSearch, type SetRequestSearch } from './request-search.ts';

const IN_ROW = { inRow: true };

/** The filters of the requests, each as it stands in the address; board and status are columns where columns are shown. */
export function RequestFilters({ search, setSearch }: { search: RequestSearch; setSearch: SetRequestSearch }) {
  const { t } = useTranslation(['request', 'status', 'field']);
  const seen = boardsSeen(useActor());
  const [cus0, cus1] = useCustomerLevels();
  const { text, days, one, some, levels, linked } = useFilters(requestList, search, setSearch);
  const { board: _board, status: _status, ...shared } = requestList.cleared;
  const asList = search.show === 'list';

  const status = some(
    'status',
    { of: REQUEST_STATUSES, label: t('field.status'), word: (name) => t(`status:request.${name}`) },
    IN_ROW,
  );
  return (
    <FilterBar
      before={<SavedViews screen="request" list={requestList} search={search} />}
      search={text(t('search'))}
      filters={[
        ...(asList ? [status] : []),
        some('type', { of: REQUEST_TYPES }, IN_ROW),
        // Requests hang on the middle level: there is nothing of the lowest to choose.
        levels('customer', t('field:customer'), [cus0, cus1], IN_ROW),
        days('created_from', 'created_to'),
        one('unread', { of: [true, false], label: t('field:unread'), word: (value) => t(`unread.${value}`) }),
        ...(asList && seen.length > 1 ? [one('board', { of: REQUEST_BOARDS })] : []),
        linked('id', `#${search.id}`),
      ]}
      onClear={() => setSearch(asList ? requestList.cleared : shared)}
    />
  );
}
