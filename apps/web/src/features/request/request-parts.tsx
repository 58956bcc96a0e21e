import { jobEndpoints } from '@darkroom/contract/job/job';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { getEffectiveStatus } from '@darkroom/domain/quote/decide';
import { getReworkState } from '@darkroom/domain/request/complaint';
import { requiresReply } from '@darkroom/domain/request/decide';
import { Link } from '@tanstack/react-router';
import { Button, type MenuProps } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useCustomers, useUsers } from '../../lib/session/lookups.ts';
import { useLockReason } from '../../lib/session/locks.ts';
import { useActor, useCan } from '../../lib/session/session.ts';
import { useToday } from '../../lib/clock/use-today.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { QuoteStatusDot } from '../../entities/request/quote-status-dot.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { MenuButton } from '../../ui/menu/menu-button.tsx';
import { DotsButton, RowButton } from '../../ui/row-button.tsx';
import styles from './request-parts.module.css';
import { getRequestSteps, type StepAction } from './request-steps.ts';
import { getOtherBoard, useMovesState, useRequestMoves } from './use-request-moves.tsx';

export function useStepLabel(): (row: RequestRow, action: StepAction) => string {
  const { t } = useTranslation('request');
  return (row, action) => {
    if (action === 'change_board') return t(`action.change_board.${getOtherBoard(row)}`);
    return requiresReply(action, row) ? t('complaint.close') : t(`action.${action}`);
  };
}

/** The next step as the primary button, less prominent in a list. Nothing is shown when another person has to act. */
export function NextRequestStep({ row, size }: { row: RequestRow; size?: 'small' }) {
  const { begin } = useRequestMoves();
  const { pending } = useMovesState();
  const getStepLabel = useStepLabel();
  const { next } = getRequestSteps(row, useActor());
  const stopReason = useLockReason()(requestEndpoints.changeStatus);
  if (!next) return null;
  const props = {
    disabled: stopReason !== null || pending.has(row.id),
    title: stopReason ?? 'M',
    onClick: () => begin(row, next),
    children: getStepLabel(row, next),
  };
  return size === 'small' ? <RowButton {...props} /> : <Button {...props} type="primary" />;
}

/** All other steps in a menu. Steps that a rule forbids are disabled with the reason. */
export function MoreRequestSteps({ row }: { row: RequestRow }) {
  const { t } = useTranslation(['request', 'task', 'errors']);
  const { begin } = useRequestMoves();
  const { pending } = useMovesState();
  const getStepLabel = useStepLabel();
  const { others, blocked } = getRequestSteps(row, useActor());
  const stopReason = useLockReason()(requestEndpoints.changeStatus);
  const items: MenuProps['items'] = [
    ...others.map((action) => ({
      key: action,
      label: getStepLabel(row, action),
      disabled: stopReason !== null,
      title: stopReason ?? '',
      onClick: () => begin(row, action),
    })),
    ...blocked.map(({ action, refusal }) => ({
      key: action,
      disabled: true,
      label: (
        <span className={styles.disabled}>
          {getStepLabel(row, action)}
          <span className="muted">{t(`errors:${refusal}`)}</span>
        </span>
      ),
    })),
  ];
  if (items.length === 0) return null;
  return (
    <MenuButton menu={{ items }}>
      {(trigger) => (
        <DotsButton
          trigger={trigger}
          disabled={pending.has(row.id)}
          title={t('task:moreSteps')}
          label={t('action.more', { subject: row.subject })}
        />
      )}
    </MenuButton>
  );
}

/** Number of customer messages that the bureau has not read. */
export function UnreadMark({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  if (row.unread === 0) return null;
  return <b className={styles.unread}>{t('thread.unread', { count: row.unread })}</b>;
}

export function useCustomerName(): (row: RequestRow) => string {
  const { cus0ById, cus1ById } = useCustomers();
  return ({ cus_id1 }) => {
    const cus1 = cus1ById.get(cus_id1);
    if (!cus1) return `#${cus_id1}`;
    return [cus0ById.get(cus1.cus_id0)?.name, cus1.name].filter(Boolean).join(' › ');
  };
}

/** Returns a function that describes the person who works on the request or closed it. Null if there is no one. */
export function useAssigneeText(): (row: RequestRow) => string | null {
  const { t } = useTranslation('request');
  const users = useUsers();
  return ({ status, processing_by, reviewed_by }) => {
    if (status === 'PROCESSING' && processing_by) return t('who.PROCESSING', { user: users.name(processing_by) });
    if (status !== 'DONE') return null;
    if (processing_by) return t('who.DONE', { user: users.name(processing_by) });
    return reviewed_by ? t('who.answered', { user: users.name(reviewed_by) }) : null;
  };
}

/** The request's job, as a link for users who can view jobs. */
export function JobLink({ row }: { row: RequestRow }) {
  const can = useCan();
  if (row.job_id === null) return null;
  const name = row.prod_id ?? `#${row.job_id}`;
  return can(jobEndpoints.list.access) ? (
    <Link to="/job" search={{ job_id: row.job_id }} className="id">
      {name}
    </Link>
  ) : (
    <span className="id">{name}</span>
  );
}

/** State of the newest quote today. */
export function QuoteState({ quote }: { quote: NonNullable<RequestRow['quote']> }) {
  const { t } = useTranslation('request');
  const { day } = useFormat();
  const quoteState = getEffectiveStatus(quote, useToday());
  return (
    <div className={styles.state}>
      <span>{t('quote.one')}</span>
      <QuoteStatusDot status={quoteState} />
      {quoteState === 'SENT' && <span className="muted">{t('quote.until', { day: day(quote.valid_until) })}</span>}
      {quote.is_job_deleted && <span className="muted">{t('quote.jobGone')}</span>}
    </div>
  );
}

/** Progress of a complaint's rework, and its parts that are in rework for another reason. */
export function ReworkState({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { rework_open, rework_done, sub_prod_ids_in_rework: parts } = row;
  // Staff see the complaint's own rework and other rework separately. A customer sees one state for both.
  const state = getReworkState({ rework_open, rework_done, sub_prod_ids_in_rework: [] });
  if (state === null && parts.length === 0) return null;
  const all = rework_open + rework_done;
  return (
    <div className={styles.state}>
      {state && <span>{t(`complaint.state.${state}`, { count: all, done: number(rework_done), n: number(all) })}</span>}
      {parts.length > 0 && <span>{t('complaint.partsOpen', { parts: parts.join(', '), count: parts.length })}</span>}
    </div>
  );
}

/** The customer's links, http(s) only. */
export function CustomerLinks({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  if (!row.shared_link && !row.image_link) return null;
  return (
    <span className={styles.links}>
      {row.shared_link && <ExternalLink href={row.shared_link}>{t('card.shared')}</ExternalLink>}
      {row.image_link && <ExternalLink href={row.image_link}>{t('card.image')}</ExternalLink>}
    </span>
  );
}
