import { getFocusedElement, findItem } from '../../../lib/focus.ts';
import type { RequestRow } from '@darkroom/contract/request/request';
import { dayOf } from '@darkroom/domain/calendar/day';
import { memo, type DragEvent, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { createStore } from '../../../lib/store.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useActor } from '../../../lib/session/session.ts';
import { TimeSince } from '../../../entities/task/history/task-instructions.tsx';
import { startRequestDrag } from './request-drag.ts';
import {
  CustomerLinks,
  JobLink,
  MoreRequestSteps,
  NextRequestStep,
  QuoteState,
  ReworkState,
  UnreadMark,
  useCustomerName,
  useAssigneeText,
} from '../request-parts.tsx';
import { getRequestSteps } from '../request-steps.ts';
import styles from './request-card.module.css';
import { useMovesState } from '../use-request-moves.tsx';

/** Time that a card can be missing from the board and still receive the focus again. */
const MAX_REFOCUS_MS = 5_000;

/** Card with the keyboard focus, and the time at which it disappeared with the focus. */
const focusedCard = createStore<{ id: number; lostAt: number | null } | null>(() => null);

function restoreFocus(id: number): void {
  const previousFocus = focusedCard.get();
  if (previousFocus?.id !== id || getFocusedElement()) return;
  if (previousFocus.lostAt !== null && performance.now() - previousFocus.lostAt > MAX_REFOCUS_MS) return;
  findItem('card', id)?.focus();
}

/**
 * Restores the focus on a card that moves to another column, where it is a new element (quality 4). The card's subject receives the focus,
 * because the pressed button can be missing there.
 */
function useCardFocus(id: number): {
  card: RefObject<HTMLLIElement | null>;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
} {
  const card = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    restoreFocus(id);
    return () => {
      if (!element?.contains(getFocusedElement())) return;
      focusedCard.set({ id, lostAt: performance.now() });
      // The new card can appear before the old card is removed.
      queueMicrotask(() => restoreFocus(id));
    };
  }, [id]);
  return {
    card,
    onFocus: () => focusedCard.set({ id, lostAt: null }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.isConnected && !currentTarget.contains(relatedTarget)) focusedCard.set(null);
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
  const getCustomerName = useCustomerName();
  const assigneeText = useAssigneeText()(row);
  const { next, others } = getRequestSteps(row, useActor());
  const isMovable = (next !== null || others.length > 0) && !pending.has(row.id);
  const { card, onFocus, onBlur } = useCardFocus(row.id);
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
      draggable={isMovable}
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
            <TimeSince at={row.created_at} />
          )}
        </span>
      </div>
      <button type="button" className={styles.subject} data-card={row.id} onClick={() => onOpen(row.id)}>
        {row.subject}
      </button>
      <div className="muted break-anywhere">{getCustomerName(row)}</div>
      <UnreadMark row={row} />
      {(row.job_id !== null || row.shared_link || row.image_link) && (
        <div className={styles.links}>
          <JobLink row={row} />
          <CustomerLinks row={row} />
        </div>
      )}
      {row.quote && <QuoteState quote={row.quote} />}
      <ReworkState row={row} />
      {(assigneeText !== null || isMovable) && (
        <div className={styles.cardFoot}>
          <span className={styles.assignee}>{assigneeText}</span>
          <span className={styles.cardActions}>
            <NextRequestStep row={row} size="small" />
            <MoreRequestSteps row={row} />
          </span>
        </div>
      )}
    </li>
  );
});
