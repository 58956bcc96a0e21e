import { requestEndpoints, requestExport } from '@darkroom/contract/request/request';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { query } from '../../lib/call/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { Choice } from '../../ui/input/choice.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { useCountNote } from '../../ui/data-table/listed.ts';
import { KeyHelp } from '../../ui/keys/key-help.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { RequestBoard } from './board/request-board.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestList } from './request-list.tsx';
import { requestList } from './request-search.ts';
import { stepsOf } from './request-steps.ts';
import styles from './request-page.module.css';
import { RequestMovesProvider, useMovesState, useRequestMoves } from './use-request-moves.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';
import { findActive } from '../../ui/data-table/data-table-keys.ts';

const RequestDrawer = lazyOverlay(() =>
  import('./request-drawer.tsx').then((part) => ({ default: part.RequestDrawer })),
);

/** Customers' requests on their two boards, and as a list (spec §2, /customer/requests). */
export default function RequestPage() {
  return (
    <RequestMovesProvider>
      <RequestScreen />
    </RequestMovesProvider>
  );
}

function RequestScreen() {
  const { t } = useTranslation(['request', 'status', 'task', 'table', 'errors', 'common']);
  const { number } = useFormat();
  const actor = useActor();
  const [search, setSearch] = useScreenSearch(requestList.schema);
  const { begin, undo } = useRequestMoves();
  const { asking } = useMovesState();
  const asList = search.show === 'list';
  const input = requestList.input(search);
  const { unread_first: _unread, faults_first: _faults, ...exported } = input;
  // The board counts by its columns; the list is asked for its rows, or for no more than how many there would be to take away.
  const list = useQuery({
    ...query(requestEndpoints.list, asList ? input : { ...input, page: 1, page_size: 1 }),
    placeholderData: keepPreviousData,
  });
  const moveRow = () => {
    const row = findActive(list.data?.results ?? [], ({ id }) => id);
    const next = row && stepsOf(row, actor).next;
    if (row && next) begin(row, next);
  };
  useShortcuts(
    { undo, move_request: asList ? moveRow : undefined },
    { enabled: !asking && search.request === undefined },
  );

  const inAll = useCountNote(list, (count) => t('inAll', { count, n: number(count) }));
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        note={inAll}
        actions={
          <>
            <KeyHelp className={styles.keysButton} />
            <Choice
              label={t('show.name')}
              value={search.show}
              options={(['board', 'list'] as const).map((value) => ({ value, label: t(`show.${value}`) }))}
              onChange={(show) => setSearch({ show })}
            />
            <ExportButton endpoint={requestExport} list={exported} total={list.data?.total_items} />
          </>
        }
      />
      <div className={styles.filters}>
        <RequestFilters search={search} setSearch={setSearch} />
      </div>
      {asList ? (
        <RequestList search={search} setSearch={setSearch} list={list} />
      ) : (
        <RequestBoard search={search} setSearch={setSearch} />
      )}
      {search.request !== undefined && (
        <RequestDrawer id={search.request} onClose={() => setSearch({ request: undefined })} />
      )}
    </div>
  );
}
