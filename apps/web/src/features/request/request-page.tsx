import { requestEndpoints, requestExport } from '@darkroom/contract/request/request';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../../lib/keyboard.ts';
import { useActor } from '../../lib/session/session.ts';
import { Choice } from '../../ui/input/choice.tsx';
import { ExportButton } from '../../ui/export/export-button.tsx';
import { useList } from '../../ui/data-table/use-list.ts';
import { KeyHelp } from '../../ui/keys/key-help.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { RequestBoard } from './board/request-board.tsx';
import { requestInCache } from './request-cache.ts';
import { RequestFilters } from './request-filters.tsx';
import { RequestList } from './request-list.tsx';
import { requestList } from './request-search.ts';
import { stepsOf } from './request-steps.ts';
import styles from './request-page.module.css';
import { RequestMovesProvider, useMovesState, useRequestMoves } from './use-request-moves.tsx';
import { lazyOverlay } from '../../ui/lazy/lazy.tsx';

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
  const client = useQueryClient();
  const actor = useActor();
  const { begin, undo } = useRequestMoves();
  const { asking } = useMovesState();
  // The board counts by its columns; the list is asked for its rows, or only for their number, for the export.
  const list = useList(requestList, requestEndpoints.list, {
    input: (address) => ({
      ...requestList.input(address),
      ...(address.show === 'list' ? {} : { page: 1, page_size: 1 }),
    }),
  });
  const { search, setSearch } = list;
  const asList = search.show === 'list';
  const { unread_first: _unread, faults_first: _faults, ...exported } = requestList.input(search);
  const moveRow = () => {
    const key = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = key === undefined ? undefined : requestInCache(client, Number(key));
    const next = row && stepsOf(row, actor).next;
    if (row && next) begin(row, next);
  };
  useShortcuts(
    { undo, move_request: asList ? moveRow : undefined },
    { enabled: !asking && search.request === undefined },
  );

  return (
    <div className={styles.page}>
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
            <ExportButton endpoint={requestExport} list={exported} total={list.count} />
          </>
        }
      />
      <div className={styles.filters}>
        <RequestFilters search={search} setSearch={setSearch} />
      </div>
      {asList ? <RequestList list={list} /> : <RequestBoard search={search} setSearch={setSearch} />}
      {search.request !== undefined && (
        <RequestDrawer id={search.request} onClose={() => setSearch({ request: undefined })} />
      )}
    </div>
  );
}
