import { requestEndpoints, requestExport } from '@darkroom/contract/request/request';
import { memo } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { Choice } from '../../ui/input/choice.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { KeyHelp } from '../../ui/keys/key-help.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { RequestBoard } from './board/request-board.tsx';
import { RequestList } from './request-list.tsx';
import { requestList, type RequestSearch, type SetRequestSearch } from './request-search.ts';
import { getRequestSteps } from './request-steps.ts';
import styles from './request-page.module.css';
import { RequestMovesProvider, useMovesState, useRequestMoves } from './use-request-moves.tsx';
import { findActiveRow } from '../../ui/data-table/data-table-keys.ts';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';
import { CAN_RECORD_REQUESTS, getVisibleBoards } from '@darkroom/domain/request/access';
import { REQUEST_BOARDS, REQUEST_STATUSES, REQUEST_TYPES } from '@darkroom/domain/request/status';
import { useCustomerLevels } from '../../ui/filter-bar/filter-bar-choices.ts';
import { FilterBar } from '../../ui/filter-bar/filter-bar.tsx';
import { useFilters } from '../../ui/filter-bar/use-filters.tsx';
import { SavedViews } from '../../ui/saved-views/saved-views.tsx';

const IN_ROW = { inRow: true };

interface RequestFiltersProps {
  search: RequestSearch;
  setSearch: SetRequestSearch;
}

/** Filters of the requests. On a board, board and status are not filters. They do not render again when rows arrive. */
export const RequestFilters = memo(function RequestFilters({ search, setSearch }: RequestFiltersProps) {
  const { t } = useTranslation(['request', 'status', 'field']);
  const visibleBoards = getVisibleBoards(useActor());
  const [cus0, cus1] = useCustomerLevels();
  const { text, days, one, many: some, levels, linked } = useFilters(requestList, search, setSearch);
  const { board: _board, status: _status, ...boardSearch } = requestList.cleared;
  const isList = search.show === 'list';

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
        ...(isList ? [status] : []),
        some('type', { of: REQUEST_TYPES }, IN_ROW),
        // Requests belong to customer 1, so the filter has no customer 2.
        levels('customer', t('field:customer'), [cus0, cus1], IN_ROW),
        days('created_from', 'created_to'),
        one('unread', { of: [true, false], label: t('field:unread'), word: (value) => t(`unread.${value}`) }),
        ...(isList && visibleBoards.length > 1 ? [one('board', { of: REQUEST_BOARDS })] : []),
        linked('id', `#${search.id}`),
      ]}
      onClear={() => setSearch(isList ? requestList.cleared : boardSearch)}
    />
  );
});

const RequestDrawer = lazyOverlay(() =>
  import('./request-drawer.tsx').then((part) => ({ default: part.RequestDrawer })),
);

const RecordRequest = lazyOverlay(() => import('./record-request.tsx'));

/** Customer requests on two boards and as a list (spec §2, /customer/requests). */
export default function RequestPage() {
  return (
    <RequestMovesProvider>
      <RequestScreen />
    </RequestMovesProvider>
  );
}

function RequestScreen() {
  const { t } = useTranslation(['request', 'status', 'task', 'table', 'errors', 'common']);
  const actor = useActor();
  const can = useCan();
  const { begin, undo } = useRequestMoves();
  const { hasOpenDialog } = useMovesState();
  // The board has counts in its columns. Its list query only reads the number of rows for the export.
  const list = useList(requestList, requestEndpoints.list, {
    input: (address) => ({
      ...requestList.input(address),
      ...(address.show === 'list' ? {} : { page: 1, page_size: 1 }),
    }),
  });
  const { search, setSearch } = list;
  const isList = search.show === 'list';
  const { unread_first: _unread, faults_first: _faults, ...exportInput } = requestList.input(search);
  const moveActiveRow = () => {
    const row = findActiveRow(list.data?.results ?? [], ({ id }) => id);
    const next = row && getRequestSteps(row, actor).next;
    if (row && next) begin(row, next);
  };
  useShortcuts(
    { undo, moveRequest: isList ? moveActiveRow : undefined },
    { enabled: !hasOpenDialog && search.request === undefined },
  );

  return (
    <div className="page">
      <PageHead
        title={t('title')}
        note={list.note((count, n) => t('inAll', { count, n }))}
        actions={
          <>
            <KeyHelp className={styles.keysButton} />
            <Choice
              label={t('show.name')}
              value={search.show}
              options={(['board', 'list'] as const).map((value) => ({ value, label: t(`show.${value}`) }))}
              onChange={(show) => setSearch({ show })}
            />
            <ExportButton endpoint={requestExport} list={exportInput} total={list.count} />
            <CallButton call={requestEndpoints.record} type="primary" onClick={() => setSearch({ record: 1 })}>
              {t('record.open')}
            </CallButton>
          </>
        }
      />
      <div className="mb-8">
        <RequestFilters search={search} setSearch={setSearch} />
      </div>
      {isList ? <RequestList list={list} /> : <RequestBoard search={search} setSearch={setSearch} />}
      {search.record === 1 && can(CAN_RECORD_REQUESTS) && (
        <RecordRequest
          onClose={() => setSearch({ record: undefined }, { replace: true })}
          onDone={(request) => setSearch({ record: undefined, request }, { replace: true })}
        />
      )}
      {search.request !== undefined && (
        <RequestDrawer id={search.request} onClose={() => setSearch({ request: undefined })} />
      )}
    </div>
  );
}
