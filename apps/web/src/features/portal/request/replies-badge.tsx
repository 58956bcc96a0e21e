import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { query } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useWaitingQuotes } from '../quote/use-waiting-quotes.ts';
import styles from './replies-badge.module.css';

/** Badge in the menu: the number of quotes that wait for an answer, and of requests with an unread reply. */
export default function RepliesBadge() {
  const { t } = useTranslation('portal');
  const { number } = useFormat();
  const isCustomer = useActor().account === 'customer';
  const { data } = useQuery({ ...query(portalRequestEndpoints.requestCounts, {}), enabled: isCustomer });
  const waiting = useWaitingQuotes(isCustomer)?.length ?? 0;
  const unread = data?.unread ?? 0;
  if (unread + waiting === 0) return null;
  const label = [
    ...(waiting > 0 ? [t('quote.waitingCount', { count: waiting })] : []),
    ...(unread > 0 ? [t('request.unreadRequests', { count: unread })] : []),
  ].join(', ');
  return (
    <span className={styles.badge} title={label}>
      <span aria-hidden>{number(unread + waiting)}</span>
      <span className="visually-hidden">, {label}</span>
    </span>
  );
}
