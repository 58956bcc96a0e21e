import type { OutputOf } from '@darkroom/contract/endpoint';
import { notificationEndpoints, type Notification } from '@darkroom/contract/notification';
import { isSetbackNotice } from '@darkroom/domain/notification/notification';
import { isQuiet } from '@darkroom/domain/notification/quiet';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onceInBrowser } from '../../lib/call/one-tab.ts';
import { query } from '../../lib/call/query.ts';
import { useToast } from '../../lib/toast.ts';
import { instantNow } from '../../lib/clock/clock.ts';
import { targetOf, useNotificationWords } from './use-notification-words.ts';

/** Maximum of toasts on the page. The bell shows all notifications. */
const MOST = 3;

const onVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};
const isVisible = () => document.visibilityState === 'visible';

/**
 * Shows a toast for a notification that arrives while the page is open. It appears in one tab only, once that tab is visible. Quiet hours
 * suppress it.
 */
export function useNotificationToasts(list: OutputOf<typeof notificationEndpoints.list> | undefined): void {
  const { t } = useTranslation('notification');
  const toast = useToast();
  const navigate = useNavigate();
  const visible = useSyncExternalStore(onVisibility, isVisible);
  const preferences = useQuery(query(notificationEndpoints.preferences, {})).data;
  const words = useNotificationWords();
  const known = useRef<Set<number> | null>(null);

  const tell = (notice: Notification) => {
    const target = targetOf(notice);
    const action = target && { label: t('open'), onPress: () => void navigate(target) };
    const say = isSetbackNotice(notice.event) ? toast.error : toast.info;
    say(words.inToast(notice), action ?? undefined);
  };

  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    if (!list || !preferences) return;
    const before = known.current;
    if (before && !visible) return;
    known.current = new Set([...(before ?? []), ...list.results.map(({ id }) => id)]);
    if (!before || isQuiet(preferences.quiet, instantNow())) return;
    const fresh = list.results.filter(({ id, seen }) => !seen && !before.has(id));
    for (const notice of fresh.slice(0, MOST).toReversed()) {
      onceInBrowser(`darkroom notice ${notice.id}`, () => latest.current(notice));
    }
  }, [list, preferences, visible]);
}
