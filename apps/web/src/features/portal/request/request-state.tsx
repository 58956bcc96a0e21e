import type { OutputOf } from '@darkroom/contract/endpoint';
import type { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { REQUEST_STATUSES } from '@darkroom/domain/request/status';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../../lib/device.ts';
import { quoteColor } from '../../../entities/request/quote-status-dot.tsx';
import { requestStatusColor } from '../../../entities/request/request-status-dot.tsx';
import { Dot } from '../../../entities/status/status-dot.tsx';
import styles from './request-state.module.css';

type PortalRequest = OutputOf<typeof portalRequestEndpoints.listRequests>['results'][number];
/** Fields that decide the state of a request. */
type Standing = Pick<PortalRequest, 'status' | 'quote'>;

/** Status of a failed quote, if the bureau has not closed the request. Work in progress is then not the customer's order. */
export function hadNoEffect({ status, quote }: Standing): 'DECLINED' | 'WITHDRAWN' | 'EXPIRED' | null {
  return status === 'DONE' || quote === null || quote === 'SENT' || quote === 'ACCEPTED' ? null : quote;
}

/** State of a request as text for the customer. */
export function RequestState({ of }: { of: Standing }) {
  const { t } = useTranslation('portal');
  const dark = useDark();
  const over = hadNoEffect(of);
  return over ? (
    <Dot color={quoteColor(over, dark)} word={t(`quote.outcome.${over}`)} />
  ) : (
    <Dot color={requestStatusColor(of.status, dark)} word={t(`request.step.${of.status}`)} />
  );
}

/** The four steps of a request on one line: done, current and next. */
export function FourSteps({ of }: { of: Standing }) {
  const { t } = useTranslation('portal');
  const at = REQUEST_STATUSES.indexOf(of.status);
  const over = hadNoEffect(of);
  return (
    <ol className={styles.steps} aria-label={t('request.steps')}>
      {REQUEST_STATUSES.map((step, i) => (
        <li
          key={step}
          data-at={i < at ? 'behind' : i === at ? 'here' : 'ahead'}
          aria-current={i === at ? 'step' : undefined}
        >
          <i aria-hidden />
          <span>{i === at && over ? t(`quote.outcome.${over}`) : t(`request.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
