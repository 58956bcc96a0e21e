import { focused, itemOf } from '../../../lib/focus.ts';
import type { RequestRow } from '@darkroom/contract/request/request';
import { dayOf } from '@darkroom/domain/calendar/day';
import { memo, type DragEvent, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../../lib/store.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useActor } from '../../../lib/session/session.ts';
import { Since } from '../../../entities/task/story/task-brief.tsx';
import { startRequestDrag } from './request-drag.ts';
import {
  CustomerLinks,
  JobLink,
  MoreSteps,
  NextStep,
  QuoteState,
  ReworkState,
  UnreadMark,
  useCustomerOf,
  useWhoOf,
} from '../request-parts.tsx';
import { stepsOf } from '../request-steps.ts';
import styles from './request-card.module.css';
import { useMovesState } from '../use-request-moves.tsx';

/** Time that a card can be missing from the board and still get the focus back. */
const GRACE_MS = 5_000;

/** Card with the keyboard focus, and the time at which it disappeared with the focus. */
const held = createStore<{ id: number; lost: number | null } | null>(() => null);

function takeUp(id: number): void {
  const was = held.get();
  if (was?.id !== id || focused()) return;
  if (was.lost !== null && performance.now() - was.lost > GRACE_MS) return;
  itemOf('card', id)?.focus();
}

/**
 * Keeps the focus on a card that moves to another column, where it is a new element (quality 4). The card's subject gets the focus,
 * because the pressed button may be gone.
 */
function useHeldCard(id: number): {
  card: RefObject<HTMLLIElement | null>;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
} {
  const card = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    takeUp(id);
    return () => {
      if (!element?.contains(focused())) return;
      held.set({ id, lost: performance.now() });
      // The new card can appear before the old one is removed.
      queueMicrotask(() => takeUp(id));
    };
  }, [id]);
  return {
    card,
    onFocus: () => held.set({ id, lost: null }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.isConnected && !currentTarget.contains(relatedTarget)) held.set(null);
    },
  };
}

interface RequestCardProps {
  row: RequestRow;
  onOpen: (id: number) => void;
  onDrag: (row: RequestRow | null) => void;
}

/** A request on its board: subject, customer, age, job, assignee and next step. */
export const RequestCard = memo(function RequestCard({ row, onOpen, onDrag }: RequestCardProps) {
  const { t } = useTranslation(['request', 'status']);
  const { day, dayTime } = useFormat();
  const { pending } = useMovesState();
  const customer = useCustomerOf();
  const who = useWhoOf()(row);
  const { next, others } = stepsOf(row, useActor());
  const movable = (next !== null || others.length > 0) && !pending.has(row.id);
  const { card, onFocus, onBlur } = useHeldCard(row.id);
  const onDragStart = (event: DragEvent) => {
    startRequestDrag(event, row.id);
    onDrag(row);
  };
  return (
    <li
      ref={card}
      className={styles.card}
      data-request={row.id}
      data-pending={pending.has(row.id) || undefined}
      data-unread={row.unread > 0 || undefined}
      draggable={movable}
      onFocus={onFocus}
      onBlur={onBlur}
      onDragStart={onDragStart}
      onDragEnd={() => onDrag(null)}
    >
      <div className={styles.cardHead}>
        <span>{t(`status:requestType.${row.type}`)}</span>
        <span className="muted no-shrink tabular">
          {row.status === 'DONE' ? (
            <time dateTime={row.status_since} title={dayTime(row.status_since)}>
              {day(dayOf(Date.parse(row.status_since)))}
            </time>
          ) : (
            <Since at={row.created_at} />
          )}
        </span>
      </div>
      <button type="button" className={styles.subject} data-card={row.id} onClick={() => onOpen(row.id)}>
        {row.subject}
      </button>
      <div className="muted break-anywhere">{customer(row)}</div>
      <UnreadMark row={row} />
      {(row.job_id !== null || row.shared_link || row.image_link) && (
        <div className={styles.about}>
          <JobLink row={row} />
          <CustomerLinks row={row} />
        </div>
      )}
      {row.quote && <QuoteState quote={row.quote} />}
      <ReworkState row={row} />
      {(who !== null || movable) && (
        <div className={styles.cardFoot}>
          <span className={styles.who}>{who}</span>
          <span className={styles.steps}>
            <NextStep row={row} size="small" />
            <MoreSteps row={row} />
          </span>
        </div>
      )}
    </li>
  );
});
