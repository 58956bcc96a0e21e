import { portalRequestEndpoints } from '@darkroom/contract/portal-request';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../../lib/call/query.ts';
import { useFormat } from '../../../lib/words/format.ts';
import { useActor } from '../../../lib/session/session.ts';
import styles from './answers-badge.module.css';

/** Beside the screen's name in the menu: how many requests have an answer that nobody has read. */
export default function AnswersBadge() {
  const { t } = useTranslation('portal');
  const { number } = useFormat();
  const own = useActor().account === 'customer';
  const { data } = useQuery({ ...query(portalRequestEndpoints.requestCounts, {}), enabled: own });
  if (!data?.unread) return null;
  const said = t('request.unreadRequests', { count: data.unread });
  return (
    <span className={styles.badge} title={said}>
      <span aria-hidden>{number(data.unread)}</span>
      <span className="visually-hidden">, {said}</span>
    </span>
  );
}
