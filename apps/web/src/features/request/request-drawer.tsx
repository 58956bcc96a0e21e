import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import { requestJobEndpoints } from '@darkroom/contract/request/job';
import { REQUEST } from '@darkroom/contract/field-tables/customer';
import { findNewJobRefusal } from '@darkroom/domain/request/new-job';
import { getRequestOffers } from '@darkroom/domain/request/decide';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Skeleton, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFieldLabels } from '../../lib/i18n/fields.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLockReason } from '../../lib/session/locks.ts';
import { useCategories, useUsers } from '../../lib/session/lookups.ts';
import { query } from '../../lib/api/query.ts';
import { useActor } from '../../lib/session/session.ts';
import { CallButton } from '../../ui/call-button.tsx';
import { LoadErrorMessage, Empty } from '../../ui/data-table/data-table-states.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { RecordHistory } from '../../entities/history/record-history.tsx';
import { RequestedDetails } from '../../entities/request/requested-details.tsx';
import { useMoverName } from '../../entities/request/use-mover-name.ts';
import { RequestStatusDot } from '../../entities/request/request-status-dot.tsx';
import { JobPicker } from './job-picker.tsx';
import { JobLink, NextRequestStep, useCustomerName, useStepLabel } from './request-parts.tsx';
import { getRequestSteps } from './request-steps.ts';
import { RequestThread } from './thread/request-thread.tsx';
import styles from './request-drawer.module.css';
import parts from './request-parts.module.css';
import { useMovesState, useRequestMoves } from './use-request-moves.tsx';
import { Drawer } from '../../ui/overlay/drawer.tsx';
import ComplaintSection from './complaint/complaint-section.tsx';
import QuoteSection from './quote/quote-section.tsx';

/** A request in full: the customer's text, its handling and its steps. Its number is in the URL. */
export function RequestDrawer({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('request');
  return (
    <Drawer
      open={id !== undefined}
      width="record"
      title={t('drawer.title')}
      extra={
        id !== undefined && (
          <RecordHistory entity="customer_request" id={id} name={t('drawer.history', { id: `#${id}` })} />
        )
      }
      onClose={onClose}
      destroyOnHidden
    >
      {id !== undefined && <RequestLoader key={id} id={id} onClose={onClose} />}
    </Drawer>
  );
}

function RequestLoader({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['request', 'table', 'task']);
  const requestQuery = useQuery(query(requestEndpoints.list, { id, page_size: 1 }));
  const row = requestQuery.data?.results[0];
  if (row) return <RequestDetails row={row} />;
  if (requestQuery.isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  return requestQuery.isError ? (
    <LoadErrorMessage error={requestQuery.error} onRetry={() => void requestQuery.refetch()} />
  ) : (
    <Empty
      title={t('drawer.notFound')}
      hint={t('drawer.notFoundHint')}
      action={<Button onClick={onClose}>{t('task:close')}</Button>}
    />
  );
}

function RequestDetails({ row }: { row: RequestRow }) {
  const { t } = useTranslation(['request', 'status']);
  const { dayTime } = useFormat();
  const users = useUsers();
  const { serviceTypeById, label: category } = useCategories();
  const getCustomerName = useCustomerName();
  const getMoverName = useMoverName();
  const formatUserAndTime = (user: string, at: string | null) =>
    user && at ? t('sinceBy', { user, when: dayTime(at) }) : at ? dayTime(at) : '–';
  return (
    <article className={styles.request} data-request={row.id}>
      <div className={styles.requestHead}>
        <RequestStatusDot status={row.status} />
        <span>{t(`status:requestType.${row.type}`)}</span>
        <span>{t(`status:board.${row.board}`)}</span>
        <span>#{row.id}</span>
      </div>
      <h2 className="title">{row.subject}</h2>
      <p className="muted">
        {getCustomerName(row)} · {t('received', { when: dayTime(row.created_at) })}
      </p>
      <StepButtons row={row} />
      <section aria-label={t('drawer.asked')}>
        <h3>{t('drawer.asked')}</h3>
        {row.description && <p className={styles.message}>{row.description}</p>}
        <dl className={styles.facts}>
          <Fact field="full_name">{row.full_name}</Fact>
          {row.channel && <Fact field="channel">{t(`status:requestChannel.${row.channel}`)}</Fact>}
          <Fact field="job_name">{row.job_name || '–'}</Fact>
          {row.job_details.length > 0 && (
            <Fact field="job_details">
              <RequestedDetails details={row.job_details} getCategoryName={category} />
            </Fact>
          )}
          <Fact field="service_type_id">
            {(row.service_type_id && serviceTypeById.get(row.service_type_id)?.name) ?? '–'}
          </Fact>
          <Fact field="shared_link">{row.shared_link ? <ExternalLink href={row.shared_link} /> : '–'}</Fact>
          <Fact field="image_link">{row.image_link ? <ExternalLink href={row.image_link} /> : '–'}</Fact>
        </dl>
      </section>
      {row.type === 'QUOTES' && <QuoteSection request={row} />}
      {row.type === 'FAULTS' && row.status !== 'NEED_REVIEW' && <ComplaintSection request={row} />}
      <section aria-label={t('drawer.handled')}>
        <h3>{t('drawer.handled')}</h3>
        <dl className={styles.facts}>
          <Fact field="prod_id">
            <JobField row={row} />
          </Fact>
          <Fact field="status_since">{formatUserAndTime(getMoverName(row), row.status_since)}</Fact>
          <Fact field="reviewed_by">{formatUserAndTime(users.name(row.reviewed_by), row.reviewed_at)}</Fact>
          <Fact field="processing_by">{users.name(row.processing_by) || '–'}</Fact>
          <Fact field="reply">{row.reply ? <span className={styles.message}>{row.reply}</span> : '–'}</Fact>
        </dl>
      </section>
      <RequestThread row={row} />
    </article>
  );
}

function Fact({ field, children }: { field: keyof typeof REQUEST; children: ReactNode }) {
  const label = useFieldLabels(REQUEST);
  return (
    <div>
      <dt>{label(field)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Every step as a button, the next one first. Steps that a rule forbids are disabled with the reason. */
function StepButtons({ row }: { row: RequestRow }) {
  const { t } = useTranslation('errors');
  const { begin } = useRequestMoves();
  const { pending } = useMovesState();
  const getStepLabel = useStepLabel();
  const { next, others, blocked } = getRequestSteps(row, useActor());
  const stopReason = useLockReason()(requestEndpoints.changeStatus);
  if (next === null && others.length + blocked.length === 0) return null;
  return (
    <div className={styles.buttons}>
      <NextRequestStep row={row} />
      {others.map((action) => (
        <Button
          key={action}
          disabled={stopReason !== null || pending.has(row.id)}
          title={stopReason ?? ''}
          onClick={() => begin(row, action)}
        >
          {getStepLabel(row, action)}
        </Button>
      ))}
      {blocked.map(({ action, refusal }) => (
        <Tooltip key={action} title={t(refusal)}>
          <span className={parts.disabled}>
            <Button disabled>{getStepLabel(row, action)}</Button>
            <span className="muted">{t(refusal)}</span>
          </span>
        </Tooltip>
      ))}
    </div>
  );
}

/** Link to a new job with values from the request. */
function NewJobButton({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  const navigate = useNavigate();
  // The endpoint for a new job also links it to the request, so a lock on that endpoint disables this button.
  const stopReason = useLockReason()(requestEndpoints.linkJob);
  const refusal = findNewJobRefusal(row, useActor());
  if (refusal !== null) return null;
  return (
    <CallButton
      call={requestJobEndpoints.newJob}
      size="small"
      disabled={stopReason !== null}
      title={stopReason ?? ''}
      onClick={() =>
        void navigate({ to: '/job', search: { form: `request-${row.id}` }, state: { from_request: row.id } })
      }
    >
      {t('job.new')}
    </CallButton>
  );
}

/** The request's job, with a way to change or remove it. */
function JobField({ row }: { row: RequestRow }) {
  const { t } = useTranslation('request');
  const { linkJob } = useRequestMoves();
  const { pending } = useMovesState();
  const [isChoosing, setIsChoosing] = useState(false);
  const canLinkJob = getRequestOffers(row, useActor()).some(
    ({ action, refusal }) => action === 'link_job' && refusal === null,
  );
  if (isChoosing) {
    return (
      <JobPicker
        row={row}
        value={row.job_id}
        autoFocus
        onChange={(job_id, prod_id) => {
          setIsChoosing(false);
          if (job_id !== row.job_id)
            linkJob(row, job_id === null ? null : { job_id, prod_id: prod_id ?? `#${job_id}` });
        }}
      />
    );
  }
  const button = { call: requestEndpoints.linkJob, size: 'small' as const, disabled: pending.has(row.id) };
  return (
    <span className={styles.jobField}>
      {row.job_id === null ? <span className="muted">{t('card.noJob')}</span> : <JobLink row={row} />}
      {canLinkJob && (
        <>
          <CallButton {...button} onClick={() => setIsChoosing(true)}>
            {t(row.job_id === null ? 'job.choose' : 'job.change')}
          </CallButton>
          <NewJobButton row={row} />
          {row.job_id !== null && (
            <CallButton {...button} type="text" onClick={() => linkJob(row, null)}>
              {t('job.remove')}
            </CallButton>
          )}
        </>
      )}
    </span>
  );
}
