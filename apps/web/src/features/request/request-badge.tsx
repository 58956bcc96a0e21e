import { requestEndpoints } from '@darkroom/contract/request';
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
  const [review, open] = [number(data.need_review), number(data.open)];
  const waiting = t('badge.said', { review, open });
  const said = data.unread > 0 ? `${t('badge.unread', { count: data.unread })}, ${waiting}` : waiting;
  return (
    <span className={styles.badge} title={said}>
      <span aria-hidden>
        {data.unread > 0 && <i />}
        {data.need_review > 0 && <b>{review}</b>} {open}
      </span>
      <span className="visually-hidden">, {said}</span>
    </span>
  );
}
