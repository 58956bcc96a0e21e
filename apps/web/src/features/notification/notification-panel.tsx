import { notificationEndpoints, type Notification } from '@darkroom/contract/notification';
import { isSetbackNotice } from '@darkroom/domain/notification/notification';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/words/format.ts';
import { query, useApiMutation } from '../../lib/call/query.ts';
import { CouldNotLoad, Lines } from '../../ui/data-table/data-table-states.tsx';
import { Floating } from '../../ui/floating.tsx';
import { targetOf, useNotificationWords } from './use-notification-words.ts';
import css from './notification-panel.module.css';

/** Number of notifications at first, and after the user asks for older ones. */
const FIRST = 20;
const FURTHER = 200;

const focusOnce = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

const unseenOf = (shown: readonly Notification[] | undefined) =>
  (shown ?? []).filter(({ seen }) => !seen).map(({ id }) => id);

/** The user's notifications as sentences. Showing a notification marks it as seen. */
export function NotificationPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { t } = useTranslation('notification');
  const client = useQueryClient();
  const [further, setFurther] = useState(false);
  // They stay marked as new while the panel is open, although opening it marked them as seen.
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const input = further ? { page_size: FURTHER } : {};
  const list = useQuery({ ...query(notificationEndpoints.list, input), placeholderData: keepPreviousData });
  const { mutate: see } = useApiMutation(notificationEndpoints.seen, {
    onSuccess: () => void client.invalidateQueries({ queryKey: [notificationEndpoints.list.name] }),
    // The bell keeps its count and the next opening tries again, so no message is needed.
    onError: () => true,
  });
  const shown = list.data?.results;
  const come = unseenOf(shown).filter((id) => !fresh.has(id));
  if (come.length > 0) setFresh(new Set([...fresh, ...come]));

  useEffect(() => {
    const ids = unseenOf(shown);
    if (ids.length > 0) see({ ids });
  }, [shown, see]);

  return (
    <Floating anchor={anchor} label={t('title')} onClose={onClose}>
      <div className={css.panel}>
        <h2 ref={focusOnce} tabIndex={-1}>
          {t('title')}
        </h2>
        {list.isPending && <Lines count={4} />}
        {list.isError && !shown && <CouldNotLoad error={list.error} onRetry={() => void list.refetch()} />}
        {shown?.length === 0 && <p className="muted">{t('none')}</p>}
        <ul>
          {(shown ?? []).map((notice) => (
            <Line key={notice.id} notice={notice} fresh={fresh.has(notice.id)} onGo={onClose} />
          ))}
        </ul>
        <div className={css.foot}>
          {!further && (list.data?.total_items ?? 0) > FIRST && (
            <Button size="small" onClick={() => setFurther(true)}>
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

function Line({ notice, fresh, onGo }: { notice: Notification; fresh: boolean; onGo: () => void }) {
  const { t } = useTranslation('notification');
  const { dayTime } = useFormat();
  const words = useNotificationWords();
  const target = targetOf(notice);
  const said = words.said(notice);
  const sentence = words.sentence(notice);
  return (
    <li data-setback={isSetbackNotice(notice.event) || undefined}>
      <p className={css.sentence}>
        {fresh && (
          <i className={css.fresh} title={t('fresh')}>
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
      {said && <p className={css.message}>{said}</p>}
      <p className="muted">{[dayTime(notice.at), notice.count === 1 && notice.job_name].filter(Boolean).join(' · ')}</p>
    </li>
  );
}
