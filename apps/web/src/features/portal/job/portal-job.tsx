import type { OutputOf } from '@darkroom/contract/endpoint';
import type { portalEndpoints } from '@darkroom/contract/portal/portal';
import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { sumPricedPart } from '@darkroom/domain/job/figures';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { ContactStrip } from '../../../entities/job/contact-strip.tsx';
import { JobStatusDot } from '../../../entities/status/status-dot.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { TwoLines } from '../../../ui/data-table/columns/two-lines.tsx';
import { Ellipsis } from '../../../ui/data-table/data-table-ellipsis.tsx';
import type { TableColumn } from '../../../ui/data-table/data-table-row.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCatalogue, usePortalCustomers } from '../portal-lookups.ts';
import styles from './portal-job.module.css';

export type PortalJob = OutputOf<typeof portalEndpoints.job>['results'][number];
/** Opens the request form for a job. */
export type OnAsk = (kind: 'wrong' | 'again', job: PortalJob) => void;

function Strip({ job }: { job: PortalJob }) {
  const { t } = useTranslation('portal');
  const cells = useMemo(
    () => job.strip.map((status, index) => ({ key: index, status, label: t('job.part', { n: index + 1 }) })),
    [job.strip, t],
  );
  return <ContactStrip cells={cells} />;
}

type ProgressOf = Pick<PortalJob, 'done' | 'pieces_in_rework' | 'ordered'> & { beyond?: number };

/** Delivered quantity of a job or a detail, with extra pieces, which the report also charges, and pieces in rework. */
export function Progress({ of: { done, beyond = 0, pieces_in_rework, ordered } }: { of: ProgressOf }) {
  const { t } = useTranslation('portal');
  const { number } = useFormat();
  return (
    <span className={styles.progress}>
      {t('job.doneOf', { done: number(done), count: ordered, ordered: number(ordered) })}
      {beyond > 0 && (
        <span className="muted block regular">{t('job.extra', { count: beyond, n: number(beyond) })}</span>
      )}
      {pieces_in_rework > 0 && (
        <span className="muted block regular">
          {t('job.inRework', { count: pieces_in_rework, n: number(pieces_in_rework) })}
        </span>
      )}
    </span>
  );
}

/** True if any piece of the job or detail was delivered. */
export const hasDeliveries = ({ done, pieces_in_rework }: Pick<PortalJob, 'done' | 'pieces_in_rework'>): boolean =>
  done + pieces_in_rework > 0;

/** Job number in small text, and the link to the job's pictures. */
function JobNumberAndLink({ job }: { job: PortalJob }) {
  const { t } = useTranslation('portal');
  return (
    <span className={styles.metaLine}>
      <span className="id user-label" data-ellipsis>
        {job.prod_id}
      </span>
      {job.job_link && <ExternalLink href={job.job_link}>{t('job.link')} ↗</ExternalLink>}
    </span>
  );
}

/** Number of the customer's requests about the job, bold if the bureau has replied. */
function JobRequestsLink({ job }: { job: PortalJob }) {
  const { t } = useTranslation('portal');
  const unread = job.requests.reduce((sum, request) => sum + request.unread, 0);
  const [first] = job.requests;
  if (!first) return null;
  const linkedRequest = job.requests.find((request) => request.unread > 0) ?? first;
  return (
    <Link
      to="/customer-portal/contact-us"
      search={job.requests.length === 1 || unread > 0 ? { request: linkedRequest.id } : { job_id: job.job_id }}
      className={unread > 0 ? styles.unread : undefined}
    >
      {unread > 0 ? t('job.answers', { count: unread }) : t('job.requests', { count: job.requests.length })}
    </Link>
  );
}

interface AmountProps {
  job: PortalJob;
  currency?: string;
  /** Formats the amount with as many decimals as the amounts above it. */
  formatAmount?: (amount: number) => string;
}

/** Amount of the order. If parts have no price, it is the amount of the others, with a note. */
export function Amount({ job, currency = '', formatAmount }: AmountProps) {
  const { t } = useTranslation('portal');
  const { money } = useFormat();
  const { amount, unpriced } = sumPricedPart(job.job_details);
  if (amount === null) return <span className="muted">{unpriced > 0 ? t('job.noPrice') : money(null)}</span>;
  return (
    <span className={styles.amount}>
      {currency ? (
        `${money(amount)} ${currency}`
      ) : formatAmount ? (
        <Money>{formatAmount(amount)}</Money>
      ) : (
        <Money value={amount}>{money(amount)}</Money>
      )}
      {unpriced > 0 && <span className="muted">{t('job.partlyPriced')}</span>}
    </span>
  );
}

/** The most likely next action of a job. A job without deliveries has none. */
function Action({ job, onAsk, size }: { job: PortalJob; onAsk: OnAsk; size?: 'small' }) {
  const { t } = useTranslation('portal');
  if (!hasDeliveries(job)) return null;
  const kind = job.job_status === 'COMPLETED' ? 'again' : 'wrong';
  return (
    <CallButton call={portalRequestEndpoints.addRequest} {...(size ? { size } : {})} onClick={() => onAsk(kind, job)}>
      {t(`ask.${kind}.button`)}
    </CallButton>
  );
}

/** Returns the customer's jobs as rows, and as cards on a phone (look, Customer's portal). */
export function usePortalJobColumns(onAsk: OnAsk): {
  columns: readonly TableColumn<PortalJob>[];
  compact: (job: PortalJob) => ReactNode;
} {
  const { t } = useTranslation('portal');
  const { day } = useFormat();
  const { currency } = useCatalogue();
  const { customers1, customers2, name2 } = usePortalCustomers();
  return useMemo(() => {
    /** Finds the job's customer 2, if the user has several customers 1 and both levels are shown. */
    const findCustomer2 = (job: PortalJob) =>
      customers1.length > 1 ? customers2.find(({ id }) => id === job.customer2_id) : undefined;
    const customer = (job: PortalJob) => {
      const customer2 = findCustomer2(job);
      return customer2 ? `${customer2.cus_id1_name} › ${customer2.name}` : name2(job.customer2_id);
    };
    const columns: TableColumn<PortalJob>[] = [
      {
        key: 'name',
        title: t('job.name'),
        min: 220,
        grow: 2,
        sort: 'job_name',
        render: (job) => (
          <span className="column">
            <Ellipsis>{job.job_name}</Ellipsis>
            <JobNumberAndLink job={job} />
          </span>
        ),
      },
      { key: 'date', title: t('job.date'), width: 104, sort: 'job_date', render: (job) => day(job.job_date) },
      {
        key: 'due',
        title: t('job.due'),
        width: 112,
        empty: (job) => job.due_date === null,
        render: (job) => day(job.due_date),
      },
      {
        key: 'customer',
        title: t('job.customer'),
        kind: 'name',
        min: 120,
        width: 160,
        hideOrder: 1,
        empty: () => customers2.length < 2,
        render: (job) => {
          const customer2 = findCustomer2(job);
          // On one line, the end would be cut. The end distinguishes the customers.
          return customer2 ? (
            <TwoLines
              isMainSecond
              first={<Ellipsis>{customer2.cus_id1_name}</Ellipsis>}
              second={<Ellipsis>{customer2.name}</Ellipsis>}
            />
          ) : (
            <Ellipsis>{name2(job.customer2_id)}</Ellipsis>
          );
        },
      },
      { key: 'strip', title: t('job.strip'), width: 136, hideOrder: 3, render: (job) => <Strip job={job} /> },
      { key: 'done', title: t('job.done'), width: 128, align: 'end', render: (job) => <Progress of={job} /> },
      {
        key: 'status',
        title: t('job.status'),
        width: 120,
        sort: 'job_status',
        render: (job) => <JobStatusDot status={job.job_status} />,
      },
      {
        key: 'amount',
        title: currency ? t('amountIn', { currency }) : t('amount'),
        width: 132,
        align: 'end',
        hideOrder: 4,
        render: (job) => <Amount job={job} />,
      },
      {
        key: 'asked',
        title: t('job.requestCount'),
        width: 120,
        hideOrder: 2,
        empty: (job) => job.requests.length === 0,
        render: (job) => <JobRequestsLink job={job} />,
      },
      {
        key: 'steps',
        title: t('job.action'),
        width: 150,
        align: 'end',
        empty: (job) => !hasDeliveries(job),
        render: (job) => <Action job={job} onAsk={onAsk} size="small" />,
      },
    ];
    const compact = (job: PortalJob) => (
      <div className={styles.card}>
        <div className={styles.cardName}>{job.job_name}</div>
        <div className={styles.cardLine}>
          <JobNumberAndLink job={job} />
          <span className="ms-auto nowrap">{day(job.job_date)}</span>
        </div>
        {customers2.length > 1 && <div className="muted">{customer(job)}</div>}
        <div className={styles.cardLine}>
          <Strip job={job} />
          <span className="ms-auto nowrap">
            <JobStatusDot status={job.job_status} />
          </span>
        </div>
        <div className={styles.cardLine}>
          <strong>
            <Progress of={job} />
          </strong>
          <span className="ms-auto nowrap">
            {job.job_details.length > 0 && <Amount job={job} currency={currency} />}
          </span>
        </div>
        {job.due_date && <div>{t('job.dueDate', { day: day(job.due_date) })}</div>}
        <div className={styles.cardFoot}>
          <JobRequestsLink job={job} />
          <span className="ms-auto nowrap">
            <Action job={job} onAsk={onAsk} />
          </span>
        </div>
      </div>
    );
    return { columns, compact };
  }, [t, day, currency, customers1, customers2, name2, onAsk]);
}
