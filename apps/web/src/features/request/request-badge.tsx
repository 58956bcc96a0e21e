import { requestEndpoints } from '@darkroom/contract/request/request';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { query } from '../../lib/call/query.ts';
import styles from './request-badge.module.css';

/** Beside the screen's name in the menu: how many requests have unread messages, need a review, are open. */
export default function RequestBadge() {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { data } = useQuery(query(requestEndpoints.counts, {}));
  if (!data || data.need_review + data.open + data.unread === 0) return null;
  // What there is none of is neither shown nor said: next to another number a bare 0 does not say what it counts.
  const said = [
    ...(data.unread > 0 ? [t('badge.unread', { count: data.unread })] : []),
    ...(data.need_review > 0 ? [t('badge.review', { review: number(data.need_review) })] : []),
    ...(data.open > 0 ? [t('badge.open', { open: number(data.open) })] : []),
  ].join(', ');
  return (
    <span className={styles.badge} title={said}>
      <span aria-hidden>
        {data.unread > 0 && <i />}
        {data.need_review > 0 && <b>{number(data.need_review)}</b>} {data.open > 0 && number(data.open)}
      </span>
      <span className="visually-hidden">, {said}</span>
    </span>
  );
}
