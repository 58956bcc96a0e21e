import { requestEndpoints } from '@darkroom/contract/request/request';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { query } from '../../lib/api/query.ts';
import styles from './request-badge.module.css';

/** Badge in the menu: number of requests with unread messages, to review, and open. */
export default function RequestBadge() {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { data } = useQuery(query(requestEndpoints.counts, {}));
  if (!data || data.need_review + data.open + data.unread === 0) return null;
  // Zeros are hidden, because a 0 without a label next to another number is not clear.
  const badgeText = [
    ...(data.unread > 0 ? [t('badge.unread', { count: data.unread })] : []),
    ...(data.need_review > 0 ? [t('badge.review', { review: number(data.need_review) })] : []),
    ...(data.open > 0 ? [t('badge.open', { open: number(data.open) })] : []),
  ].join(', ');
  return (
    <span className={styles.badge} title={badgeText}>
      <span aria-hidden>
        {data.unread > 0 && <i />}
        {data.need_review > 0 && <b>{number(data.need_review)}</b>} {data.open > 0 && number(data.open)}
      </span>
      <span className="visually-hidden">, {badgeText}</span>
    </span>
  );
}
