import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { getVisibleBoards } from '@darkroom/domain/request/access';
import { REQUEST_STATUSES, type RequestBoard as Board, type RequestStatus } from '@darkroom/domain/request/status';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { getFocusedElement, findItems } from '../../../lib/focus.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useIsNarrow } from '../../../ui/data-table/columns/window-width.ts';
import { findCachedRequest } from '../request-cache.ts';
import { RequestColumn } from './request-column.tsx';
import { toColumnInput, type RequestSearch, type SetRequestSearch } from '../request-search.ts';
import { getRequestSteps } from '../request-steps.ts';
import styles from './request-board.module.css';
import { useMovesState, useRequestMoves } from '../use-request-moves.tsx';
import { TabBar } from '../../../ui/tab-bar/tab-bar.tsx';
import { TabPanel } from '../../../ui/tab-bar/tab-panel.tsx';

/** Keys that the cards handle themselves (board-keys.ts). */
const CARD_KEYS = ['walkCards', 'shiftCard', 'openRow'] as const;

/** Most requests belong to customer service (domain §3). */
const DEFAULT_BOARD: Board = 'CS_BOARD';

interface RequestBoardProps {
  search: RequestSearch;
  setSearch: SetRequestSearch;
}

/** The four columns of a board in status order. Tabs switch the board, and on a phone the column. */
export function RequestBoard({ search, setSearch }: RequestBoardProps) {
  const { t } = useTranslation(['request', 'status']);
  const narrow = useIsNarrow();
  const client = useQueryClient();
  const actor = useActor();
  const { begin, moveTo } = useRequestMoves();
  const { hasOpenDialog } = useMovesState();
  const root = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<RequestRow | null>(null);
  const boards = getVisibleBoards(actor);
  const board = search.board && boards.includes(search.board) ? search.board : DEFAULT_BOARD;
  // Uses the query of a column, whose response has the counts of all columns.
  const columnQuery = useQuery({
    ...query(requestEndpoints.list, toColumnInput(search, board, 'NEED_REVIEW', 25)),
    placeholderData: keepPreviousData,
  });
  const countOf = (countedBoard: Board, matchesStatus: (status: RequestStatus) => boolean) =>
    columnQuery.data?.totals.reduce(
      (sum, total) => sum + (total.board === countedBoard && matchesStatus(total.status) ? total.count : 0),
      0,
    );
  const openRequest = (id: number) => setSearch({ request: id });
  const switchBoard = (next: Board) => setSearch({ board: next === DEFAULT_BOARD ? undefined : next });
  const otherBoard = boards.find((item) => item !== board);

  const getFocusedRequest = () => {
    const focusedElement = getFocusedElement();
    const id = focusedElement?.dataset.card;
    return id && root.current?.contains(focusedElement) ? findCachedRequest(client, Number(id)) : undefined;
  };
  useShortcuts(
    {
      nextCard: () => focusInColumn(root.current, 1),
      previousCard: () => focusInColumn(root.current, -1),
      moveRequest: () => {
        const row = getFocusedRequest();
        const next = row && getRequestSteps(row, actor).next;
        if (row && next) begin(row, next);
      },
      otherBoard: otherBoard && (() => switchBoard(otherBoard)),
    },
    { enabled: !hasOpenDialog && search.request === undefined, handledKeys: CARD_KEYS },
  );

  const statuses = narrow ? [search.column] : REQUEST_STATUSES;
  return (
    <div
      ref={root}
      className={styles.board}
      onKeyDown={(event) =>
        handleBoardKeyDown(event, (by) => {
          const row = getFocusedRequest();
          const to = row && REQUEST_STATUSES[REQUEST_STATUSES.indexOf(row.status) + by];
          if (row && to) moveTo(row, to);
        })
      }
    >
      {boards.length > 1 && (
        <TabBar
          name="tabs-board"
          className="mb-8"
          active={board}
          tabs={boards.map((key) => ({
            key,
            label: <CountedLabel word={t(`status:board.${key}`)} count={countOf(key, (status) => status !== 'DONE')} />,
          }))}
          onChange={switchBoard}
        />
      )}
      <TabPanel of={boards.length > 1 && 'tabs-board'} active={board}>
        {narrow && (
          <TabBar
            name="tabs-column"
            className="mb-8"
            active={search.column}
            tabs={REQUEST_STATUSES.map((key) => ({
              key,
              label: (
                <CountedLabel word={t(`status:request.${key}`)} count={countOf(board, (status) => status === key)} />
              ),
            }))}
            onChange={(column) => setSearch({ column })}
          />
        )}
        <TabPanel of={narrow && 'tabs-column'} active={search.column}>
          <div className={styles.columns}>
            {statuses.map((status) => (
              <RequestColumn
                key={`${board} ${status}`}
                search={search}
                board={board}
                status={status}
                hidesHeading={narrow}
                dragged={dragged}
                onDrag={setDragged}
                onOpen={openRequest}
              />
            ))}
          </div>
        </TabPanel>
      </TabPanel>
    </div>
  );
}

function CountedLabel({ word, count }: { word: string; count: number | undefined }) {
  const { number } = useFormat();
  return (
    <>
      {word} <span className="ink-muted tabular regular">{count === undefined ? '' : number(count)}</span>
    </>
  );
}

function focusCard(card: HTMLElement | undefined): void {
  card?.focus();
  card?.closest('[data-request]')?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the next or previous card of the column. Without focus on a card, to the board's first card. */
function focusInColumn(root: HTMLElement | null, by: 1 | -1): void {
  const [active] = findItems(getFocusedElement()?.closest('[data-request]'), 'card');
  if (!active || !root?.contains(active)) return focusCard(findItems(root, 'card')[0]);
  const cards = findItems(active.closest('[data-column]'), 'card');
  focusCard(cards[cards.indexOf(active) + by]);
}

/** Moves the focus to the card at the same height in the next column that has cards. */
function focusInNextColumn(root: HTMLElement, active: HTMLElement, by: 1 | -1): void {
  const currentColumn = active.closest('[data-column]');
  const columns = findItems(root, 'column');
  const position = findItems(currentColumn, 'card').indexOf(active);
  for (let index = columns.findIndex((column) => column === currentColumn) + by; columns[index]; index += by) {
    const cards = findItems(columns[index], 'card');
    if (cards.length > 0) return focusCard(cards[Math.min(position, cards.length - 1)]);
  }
}

/** Moves the focus between cards with the arrow keys. With Shift, the keys move the card to the next or previous column. */
function handleBoardKeyDown(event: KeyboardEvent<HTMLElement>, move: (by: 1 | -1) => void): void {
  const active = event.target;
  if (!(active instanceof HTMLElement) || active.dataset.card === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const root = event.currentTarget;
  switch (event.key) {
    case 'ArrowDown':
      focusInColumn(root, 1);
      break;
    case 'ArrowUp':
      focusInColumn(root, -1);
      break;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = event.key === 'ArrowLeft' ? -1 : 1;
      if (event.shiftKey) move(by);
      else focusInNextColumn(root, active, by);
      break;
    }
    default:
      return;
  }
  event.preventDefault();
}
