import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { boardsSeen } from '@darkroom/domain/request/access';
import { REQUEST_STATUSES, type RequestBoard as Board, type RequestStatus } from '@darkroom/domain/request/status';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { focused, itemsIn } from '../../../lib/focus.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useShortcuts } from '../../../lib/keyboard.ts';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useNarrow } from '../../../ui/data-table/columns/data-table-narrow.ts';
import { requestInCache } from '../request-cache.ts';
import { RequestColumn } from './request-column.tsx';
import { columnInput, type RequestSearch, type SetRequestSearch } from '../request-search.ts';
import { stepsOf } from '../request-steps.ts';
import styles from './request-board.module.css';
import { useMovesState, useRequestMoves } from '../use-request-moves.tsx';
import { TabBar } from '../../../ui/tab-bar/tab-bar.tsx';
import { TabPanel } from '../../../ui/tab-bar/tab-panel.tsx';

/** Keys that the cards handle themselves (board-keys.ts). */
const CARD_KEYS = ['walk_cards', 'shift_card', 'open_row'] as const;

/** Most requests belong to customer service (domain §3). */
const FIRST_BOARD: Board = 'CS_BOARD';

interface RequestBoardProps {
  search: RequestSearch;
  setSearch: SetRequestSearch;
}

/** The four columns of a board in status order. Tabs switch the board, and on a phone the column. */
export function RequestBoard({ search, setSearch }: RequestBoardProps) {
  const { t } = useTranslation(['request', 'status']);
  const narrow = useNarrow();
  const client = useQueryClient();
  const actor = useActor();
  const { begin, moveTo } = useRequestMoves();
  const { asking } = useMovesState();
  const root = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<RequestRow | null>(null);
  const boards = boardsSeen(actor);
  const board = search.board && boards.includes(search.board) ? search.board : FIRST_BOARD;
  // Uses the query of a column, whose answer has the counts of all columns.
  const first = useQuery({
    ...query(requestEndpoints.list, columnInput(search, board, 'NEED_REVIEW', 25)),
    placeholderData: keepPreviousData,
  });
  const countOf = (of: Board, fits: (status: RequestStatus) => boolean) =>
    first.data?.totals.reduce((sum, total) => sum + (total.board === of && fits(total.status) ? total.count : 0), 0);
  const open = (id: number) => setSearch({ request: id });
  const toBoard = (next: Board) => setSearch({ board: next === FIRST_BOARD ? undefined : next });
  const other = boards.find((one) => one !== board);

  const cardAtFocus = () => {
    const at = focused();
    const id = at?.dataset.card;
    return id && root.current?.contains(at) ? requestInCache(client, Number(id)) : undefined;
  };
  useShortcuts(
    {
      next_card: () => stepInColumn(root.current, 1),
      previous_card: () => stepInColumn(root.current, -1),
      move_request: () => {
        const row = cardAtFocus();
        const next = row && stepsOf(row, actor).next;
        if (row && next) begin(row, next);
      },
      other_board: other && (() => toBoard(other)),
    },
    { enabled: !asking && search.request === undefined, own: CARD_KEYS },
  );

  const statuses = narrow ? [search.column] : REQUEST_STATUSES;
  return (
    <div
      ref={root}
      className={styles.board}
      onKeyDown={(event) =>
        onBoardKeyDown(event, (by) => {
          const row = cardAtFocus();
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
            label: <Counted word={t(`status:board.${key}`)} count={countOf(key, (status) => status !== 'DONE')} />,
          }))}
          onChange={toBoard}
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
              label: <Counted word={t(`status:request.${key}`)} count={countOf(board, (status) => status === key)} />,
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
                headless={narrow}
                dragged={dragged}
                onDrag={setDragged}
                onOpen={open}
              />
            ))}
          </div>
        </TabPanel>
      </TabPanel>
    </div>
  );
}

function Counted({ word, count }: { word: string; count: number | undefined }) {
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
function stepInColumn(root: HTMLElement | null, by: 1 | -1): void {
  const [active] = itemsIn(focused()?.closest('[data-request]'), 'card');
  if (!active || !root?.contains(active)) return focusCard(itemsIn(root, 'card')[0]);
  const cards = itemsIn(active.closest('[data-column]'), 'card');
  focusCard(cards[cards.indexOf(active) + by]);
}

/** Moves the focus to the card at the same height in the next column that has cards. */
function stepAside(root: HTMLElement, active: HTMLElement, by: 1 | -1): void {
  const own = active.closest('[data-column]');
  const columns = itemsIn(root, 'column');
  const place = itemsIn(own, 'card').indexOf(active);
  for (let at = columns.findIndex((column) => column === own) + by; columns[at]; at += by) {
    const cards = itemsIn(columns[at], 'card');
    if (cards.length > 0) return focusCard(cards[Math.min(place, cards.length - 1)]);
  }
}

/** Arrow keys move the focus between cards. With Shift they move the card to the next or previous column. */
function onBoardKeyDown(event: KeyboardEvent<HTMLElement>, move: (by: 1 | -1) => void): void {
  const active = event.target;
  if (!(active instanceof HTMLElement) || active.dataset.card === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const root = event.currentTarget;
  switch (event.key) {
    case 'ArrowDown':
      stepInColumn(root, 1);
      break;
    case 'ArrowUp':
      stepInColumn(root, -1);
      break;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = event.key === 'ArrowLeft' ? -1 : 1;
      if (event.shiftKey) move(by);
      else stepAside(root, active, by);
      break;
    }
    default:
      return;
  }
  event.preventDefault();
}
