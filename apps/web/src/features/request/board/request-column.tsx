import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import type { RequestBoard, RequestStatus } from '@darkroom/domain/request/status';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useState, type DragEvent, type UIEvent } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { pageQuery } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { LoadErrorMessage, RefreshErrorMessage } from '../../../ui/data-table/data-table-states.tsx';
import { RequestStatusDot } from '../../../entities/request/request-status-dot.tsx';
import { RequestCard } from './request-card.tsx';
import { isRequestDrag } from './request-drag.ts';
import { toColumnInput, hasSharedFilter, type RequestSearch } from '../request-search.ts';
import { findDropRefusal } from '../request-steps.ts';
import styles from './request-board.module.css';
import card from './request-card.module.css';
import { useRequestMoves } from '../use-request-moves.tsx';

const INITIAL_SIZE = 25;
/** Maximum number of rows per request. Beyond it, a column grows by this number. */
const MAX_PAGE_SIZE = 200;
const NEAR_END_PX = 240;

interface RequestColumnProps {
  search: RequestSearch;
  board: RequestBoard;
  status: RequestStatus;
  /** True on a phone, where the tabs above name the column. */
  hidesHeading: boolean;
  dragged: RequestRow | null;
  onDrag: (row: RequestRow | null) => void;
  onOpen: (id: number) => void;
}

/** One status of a board: number of cards, the cards, and more of them on scrolling. */
export function RequestColumn(props: RequestColumnProps) {
  const { search, board, status, hidesHeading, dragged, onDrag, onOpen } = props;
  const { t } = useTranslation(['request', 'status', 'errors', 'table']);
  const { number } = useFormat();
  const actor = useActor();
  const { moveTo } = useRequestMoves();
  const heading = useId();
  const [size, setSize] = useState(INITIAL_SIZE);
  const [isOver, setIsOver] = useState(false);
  const list = useQuery({
    ...pageQuery(requestEndpoints.list, toColumnInput(search, board, status, size)),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.results;
  const total = list.data?.total_items ?? 0;
  const remaining = total - (rows?.length ?? 0);
  // A plus means that the count is a minimum.
  const countText = rows ? number(total) + (list.data?.total_is_least ? '+' : '') : '';
  const showMore = () => setSize(size < MAX_PAGE_SIZE ? Math.min(size * 2, MAX_PAGE_SIZE) : size + MAX_PAGE_SIZE);
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    if (remaining > 0 && !list.isFetching && scrollTop + clientHeight > scrollHeight - NEAR_END_PX) showMore();
  };

  const isSource = dragged !== null && dragged.status === status;
  const refusal = dragged === null || isSource ? null : findDropRefusal(dragged, status, actor);
  const isDropTarget = dragged !== null && !isSource && refusal === null;
  const onDragOver = (event: DragEvent) => {
    if (!isDropTarget || !isRequestDrag(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    if (!isDropTarget || !isRequestDrag(event)) return;
    event.preventDefault();
    onDrag(null);
    moveTo(dragged, status);
  };

  return (
    <section
      className={styles.column}
      data-column={status}
      data-drop={dragged === null || isSource ? undefined : isDropTarget ? (isOver ? 'over' : 'yes') : 'no'}
      aria-labelledby={heading}
      aria-busy={list.isPending || list.isPlaceholderData}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <h2 id={heading} className={hidesHeading ? 'visually-hidden' : styles.columnHead}>
        <RequestStatusDot status={status} />
        <span className="ink-muted tabular regular">{countText}</span>
      </h2>
      {refusal && (
        <p className={styles.refusal} aria-hidden>
          {t(`errors:${refusal === 'not_allowed' ? 'forbidden' : refusal}`)}
        </p>
      )}
      {list.isError && rows && <RefreshErrorMessage onRetry={() => void list.refetch()} />}
      <div className={styles.cards} onScroll={onScroll}>
        {list.isError && !rows && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <CardSkeletons />}
        {rows?.length === 0 && (
          <p className={styles.empty}>{t(hasSharedFilter(search) ? 'table:none.title' : `column.empty.${status}`)}</p>
        )}
        {rows && rows.length > 0 && (
          <ul className="items">
            {rows.map((row) => (
              <RequestCard key={row.id} row={row} onOpen={onOpen} onDrag={onDrag} />
            ))}
          </ul>
        )}
        {remaining > 0 && (
          <Button block type="text" loading={list.isFetching} onClick={showMore}>
            {t('column.more', { n: number(Math.min(remaining, size < MAX_PAGE_SIZE ? size : MAX_PAGE_SIZE)) })}
          </Button>
        )}
      </div>
    </section>
  );
}

function CardSkeletons() {
  return (
    <div className="items" aria-hidden="true">
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={card.card}>
          <span className={styles.bar} />
          <span className={styles.bar} />
          <span className={styles.bar} />
        </div>
      ))}
    </div>
  );
}
