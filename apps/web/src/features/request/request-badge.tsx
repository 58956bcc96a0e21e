import { requestEndpoints } from '@darkroom/contract/request';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { query } from '../../lib/call/query.ts';
import styles from './request-badge.module.css';

/** Beside the screen's name in the menu: how many requests need a review, and how many are open. */
export default function RequestBadge() {
  const { t } = useTranslation('request');
  const { number } = useFormat();
  const { data } = useQuery(query(requestEndpoints.counts, {}));
  if (!data || data.need_review + data.open === 0) return null;
  const [review, open] = [number(data.need_review), number(data.open)];
  const said = t('badge.said', { review, open });
  return (
    <span className={styles.badge} title={said}>
      <span aria-hidden>
        {data.need_review > 0 && <b>{review}</b>} {open}
      </span>
      <span className="visually-hidden">, {said}</span>
    </span>
  );
}
