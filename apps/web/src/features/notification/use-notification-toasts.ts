import type { OutputOf } from '@darkroom/contract/endpoint';
import { notificationEndpoints, type Notification } from '@darkroom/contract/notification';
import { isSetback } from '@darkroom/domain/notification/notification';
import { isQuietTime } from '@darkroom/domain/notification/quiet-hours';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { runInOneTab } from '../../lib/api/one-tab.ts';
import { query } from '../../lib/api/query.ts';
import { useToast } from '../../lib/toast.ts';
import { instantNow } from '../../lib/clock/clock.ts';
import { targetOf, useNotificationWords } from './use-notification-words.ts';

/** Maximum number of toasts at a time. The bell shows all notifications. */
const MAX_TOASTS = 3;

const onVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};
const isVisible = () => document.visibilityState === 'visible';

/** Shows a toast for a notification that arrives while the page is open. Only one visible tab shows it, and none during quiet hours. */
export function useNotificationToasts(list: OutputOf<typeof notificationEndpoints.list> | undefined): void {
  const { t } = useTranslation('notification');
  const toast = useToast();
  const navigate = useNavigate();
  const visible = useSyncExternalStore(onVisibility, isVisible);
  const preferences = useQuery(query(notificationEndpoints.preferences, {})).data;
  const words = useNotificationWords();
  const knownIds = useRef<Set<number> | null>(null);

  const showToast = (notification: Notification) => {
    const target = targetOf(notification);
    const action = target && { label: t('open'), onPress: () => void navigate(target) };
    const show = isSetback(notification.event) ? toast.error : toast.info;
    show(words.inToast(notification), action ?? undefined);
  };

  const latest = useRef(showToast);
  useEffect(() => {
    latest.current = showToast;
  });
  useEffect(() => {
    if (!list || !preferences) return;
    const before = knownIds.current;
    if (before && !visible) return;
    knownIds.current = new Set([...(before ?? []), ...list.results.map(({ id }) => id)]);
    if (!before || isQuietTime(preferences.quiet, instantNow())) return;
    const arrived = list.results.filter(({ id, seen }) => !seen && !before.has(id));
    for (const notification of arrived.slice(0, MAX_TOASTS).toReversed()) {
      runInOneTab(`darkroom notice ${notification.id}`, () => latest.current(notification));
    }
  }, [list, preferences, visible]);
}
