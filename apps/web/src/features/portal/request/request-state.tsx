import { REQUEST_STATUSES, type RequestStatus } from '@darkroom/domain/request/status';
import { useTranslation } from 'react-i18next';
import { useDark } from '../../../lib/device.ts';
import { requestStatusColor } from '../../../records/request/request-status-dot.tsx';
import { Dot } from '../../../records/status/status-dot.tsx';
import styles from './request-state.module.css';

/** Where a request is, in a customer's words. */
export function RequestState({ status }: { status: RequestStatus }) {
  const { t } = useTranslation('portal');
  return <Dot color={requestStatusColor(status, useDark())} word={t(`request.step.${status}`)} />;
}

/** The four steps of a request on one line: those behind it, the one it is at, those to come. */
export function FourSteps({ status }: { status: RequestStatus }) {
  const { t } = useTranslation('portal');
  const at = REQUEST_STATUSES.indexOf(status);
  return (
    <ol className={styles.steps} aria-label={t('request.steps')}>
      {REQUEST_STATUSES.map((step, i) => (
        <li
          key={step}
          data-at={i < at ? 'behind' : i === at ? 'here' : 'ahead'}
          aria-current={i === at ? 'step' : undefined}
        >
          <i aria-hidden />
          <span>{t(`request.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
