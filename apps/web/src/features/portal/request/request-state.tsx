import type { OutputOf } from '@darkroom/contract/endpoint';
import type { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { REQUEST_STATUSES } from '@darkroom/domain/request/status';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useIsDark } from '../../../lib/device.ts';
import { quoteStatusColor } from '../../../entities/request/quote-status-dot.tsx';
import { requestStatusColor } from '../../../entities/request/request-status-dot.tsx';
import { Dot } from '../../../entities/status/status-dot.tsx';
import styles from './request-state.module.css';

type PortalRequest = OutputOf<typeof portalRequestEndpoints.listRequests>['results'][number];
/** Fields that decide the state of a request. */
type RequestProgress = Pick<PortalRequest, 'status' | 'quote'>;

/** Returns the status of a failed quote, if the bureau has not closed the request. Work in progress is then not the customer's order. */
export function getFailedQuoteStatus({ status, quote }: RequestProgress): 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | null {
  return status === 'DONE' || quote === null || quote === 'SENT' || quote === 'ACCEPTED' ? null : quote;
}

/** State of a request as text for the customer. */
export function RequestState({ request }: { request: RequestProgress }) {
  const { t } = useTranslation('portal');
  const dark = useIsDark();
  const failedStatus = getFailedQuoteStatus(request);
  return failedStatus ? (
    <Dot color={quoteStatusColor(failedStatus, dark)} label={t(`quote.outcome.${failedStatus}`)} />
  ) : (
    <Dot color={requestStatusColor(request.status, dark)} label={t(`request.step.${request.status}`)} />
  );
}

/** The four steps of a request on one line: done, current and next. */
export function RequestSteps({ request }: { request: RequestProgress }) {
  const { t } = useTranslation('portal');
  const currentIndex = REQUEST_STATUSES.indexOf(request.status);
  const failedStatus = getFailedQuoteStatus(request);
  return (
    <ol className={styles.steps} aria-label={t('request.steps')}>
      {REQUEST_STATUSES.map((step, i) => (
        <li
          key={step}
          data-step={i < currentIndex ? 'done' : i === currentIndex ? 'current' : 'next'}
          aria-current={i === currentIndex ? 'step' : undefined}
        >
          <i aria-hidden />
          <span>
            {i === currentIndex && failedStatus ? t(`quote.outcome.${failedStatus}`) : t(`request.step.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
