import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useAlignedFormat } from '../../../entities/request/quote-amounts.ts';
import { ChargedAmount } from '../../../entities/price/charged-amount.tsx';
import { JobStatusDot } from '../../../entities/status/status-dot.tsx';
import { CallButton } from '../../../ui/call-button.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCatalogue } from '../portal-lookups.ts';
import { RequestState } from '../request/request-state.tsx';
import { Amount, Progress, type OnAsk, type PortalJob } from './portal-job.tsx';
import styles from './portal-job.module.css';

/** An open job: its parts with progress and price, and the customer's requests about it. */
export default function PortalJobExpandedRow({ job, onAsk }: { job: PortalJob; onAsk: OnAsk }) {
  const { t } = useTranslation('portal');
  const { number } = useFormat();
  const { currency, category } = useCatalogue();
  const { job_details } = job;
  const amounts = useMemo(
    () => job_details.flatMap(({ unit_price, amount }) => [unit_price, amount].filter((item) => item !== null)),
    [job_details],
  );
  const formatAmount = useAlignedFormat(amounts, true);
  return (
    <div className={styles.expandedRow}>
      <ul className={styles.details} aria-label={t('job.details')}>
        {job.job_details.map((detail) => (
          <li key={detail.job_detail_id}>
            <span className={styles.name}>
              {category(detail.service_cat2_id)} <span className="id muted">{detail.sub_prod_id}</span>
            </span>
            <JobStatusDot status={detail.status} />
            <Progress of={{ ...detail, ordered: detail.quantity }} />
            <span className={styles.price}>
              {detail.unit_price === null ? (
                <span className="muted">{t('job.noPrice')}</span>
              ) : (
                <>
                  <span className="muted">
                    {number(detail.quantity)} × {formatAmount(detail.unit_price)} ={' '}
                  </span>
                  <Money>{detail.amount === null ? '–' : formatAmount(detail.amount)}</Money>
                  <ChargedAmount
                    line={{ ...detail, done_quantity: detail.done }}
                    reworkQuantity={detail.pieces_in_rework}
                  />
                </>
              )}
            </span>
          </li>
        ))}
        <li className={styles.total}>
          <span className={styles.name}>{currency ? t('amountIn', { currency }) : t('amount')}</span>
          <span className={styles.price}>
            {/* The currency is first, so that the decimal points of all amounts are aligned. */}
            <Amount job={job} formatAmount={formatAmount} />
          </span>
        </li>
      </ul>
      {job.requests.length > 0 && (
        <section aria-label={t('job.yourRequests')}>
          <h3>{t('job.yourRequests')}</h3>
          <ul className={styles.requests}>
            {job.requests.map((request) => (
              <li key={request.id}>
                <Link to="/customer-portal/contact-us" search={{ request: request.id }}>
                  {request.subject}
                </Link>
                <RequestState request={request} />
                {request.unread > 0 && (
                  <span className={styles.unread}>{t('request.unread', { count: request.unread })}</span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className={styles.actions}>
        {(['wrong', 'again'] as const).map((kind) => (
          <CallButton key={kind} call={portalRequestEndpoints.addRequest} onClick={() => onAsk(kind, job)}>
            {t(`ask.${kind}.button`)}
          </CallButton>
        ))}
      </div>
    </div>
  );
}
