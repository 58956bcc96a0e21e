import { notificationEndpoints, type Notification } from '@darkroom/contract/notification';
import { isSetback } from '@darkroom/domain/notification/notification';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../lib/i18n/format.ts';
import { query, useApiMutation } from '../../lib/api/query.ts';
import { LoadErrorMessage, SkeletonLines } from '../../ui/data-table/data-table-states.tsx';
import { Floating } from '../../ui/floating.tsx';
import { targetOf, useNotificationWords } from './use-notification-words.ts';
import css from './notification-panel.module.css';

/** Number of notifications at first, and of older notifications that the button adds. */
const FIRST_COUNT = 20;
const MAX_COUNT = 200;

const focusOnce = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

const unseenIdsOf = (notifications: readonly Notification[] | undefined) =>
  (notifications ?? []).filter(({ seen }) => !seen).map(({ id }) => id);

/** The user's notifications as sentences. Showing a notification marks it as seen. */
export function NotificationPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { t } = useTranslation('notification');
  const client = useQueryClient();
  const [showsOlder, setShowsOlder] = useState(false);
  // Ids of notifications that stay marked as new while the panel is open. Opening the panel marks them as seen.
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set());
  const input = showsOlder ? { page_size: MAX_COUNT } : {};
  const list = useQuery({ ...query(notificationEndpoints.list, input), placeholderData: keepPreviousData });
  const { mutate: markSeen } = useApiMutation(notificationEndpoints.seen, {
    onSuccess: () => void client.invalidateQueries({ queryKey: [notificationEndpoints.list.name] }),
    // The count on the bell does not change, and the panel tries again when it opens. So no message is needed.
    onError: () => true,
  });
  const notifications = list.data?.results;
  const addedIds = unseenIdsOf(notifications).filter((id) => !newIds.has(id));
  if (addedIds.length > 0) setNewIds(new Set([...newIds, ...addedIds]));

  useEffect(() => {
    const ids = unseenIdsOf(notifications);
    if (ids.length > 0) markSeen({ ids });
  }, [notifications, markSeen]);

  return (
    <Floating anchor={anchor} label={t('title')} onClose={onClose}>
      <div className={css.panel}>
        <h2 ref={focusOnce} tabIndex={-1}>
          {t('title')}
        </h2>
        {list.isPending && <SkeletonLines count={4} />}
        {list.isError && !notifications && <LoadErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
        {notifications?.length === 0 && <p className="muted">{t('none')}</p>}
        <ul>
          {(notifications ?? []).map((notification) => (
            <NotificationLine
              key={notification.id}
              notification={notification}
              isNew={newIds.has(notification.id)}
              onGo={onClose}
            />
          ))}
        </ul>
        <div className={css.foot}>
          {!showsOlder && (list.data?.total_items ?? 0) > FIRST_COUNT && (
            <Button size="small" onClick={() => setShowsOlder(true)}>
              {t('earlier')}
            </Button>
          )}
          <Link to="/account/information" hash="own-notices" onClick={onClose}>
            {t('choose')}
          </Link>
        </div>
      </div>
    </Floating>
  );
}

function NotificationLine({
  notification,
  isNew,
  onGo,
}: {
  notification: Notification;
  isNew: boolean;
  onGo: () => void;
}) {
  const { t } = useTranslation('notification');
  const { dayTime } = useFormat();
  const words = useNotificationWords();
  const target = targetOf(notification);
  const details = words.formatDetails(notification);
  const sentence = words.sentence(notification);
  return (
    <li data-setback={isSetback(notification.event) || undefined}>
      <p className={css.sentence}>
        {isNew && (
          <i className={css.unreadDot} title={t('fresh')}>
            <span className="visually-hidden">{t('fresh')}: </span>
          </i>
        )}
        {target ? (
          <Link to={target.to} search={target.search} onClick={onGo}>
            {sentence}
          </Link>
        ) : (
          sentence
        )}
      </p>
      {details && <p className={css.message}>{details}</p>}
      <p className="muted">
        {[dayTime(notification.at), notification.count === 1 && notification.job_name].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
