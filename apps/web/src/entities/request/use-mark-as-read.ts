import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { useEffect, useEffectEvent } from 'react';
import { useApiMutation } from '../../lib/api/query.ts';
import { findItem } from '../../lib/focus.ts';
import { useSession } from '../../lib/session/session.ts';

const READ_CALLS = {
  customer: { endpoint: portalRequestEndpoints.seen, invalidates: ['portal_request'], reads: 'bureau' },
  bureau: { endpoint: requestEndpoints.seen, invalidates: ['request'], reads: 'customer' },
} as const;

/** The area under the message box does not count as visible. */
const VISIBLE_MARGIN = '0px 0px -96px 0px';

interface Thread {
  id: number;
  /** Number of the other side's messages that no one of this side has read. */
  unread: number;
  messages: readonly { id: number; side: 'customer' | 'bureau' }[] | undefined;
  /** False if viewing does not count as reading. */
  countsAsReading?: boolean;
}

/** Marks visible messages as read, for everyone of this side of the conversation. */
export function useMarkAsRead(
  readingSide: keyof typeof READ_CALLS,
  { id, unread, messages, countsAsReading = true }: Thread,
): void {
  const { endpoint, invalidates, reads: otherSide } = READ_CALLS[readingSide];
  const saveRead = useApiMutation(endpoint, {
    invalidates,
    // A failed request is not reported. The next view repeats it.
    onError: () => true,
  });
  const last = messages?.findLast(({ side }) => side === otherSide)?.id;
  // A staff user in a portal view does not read for the customer (decision 104).
  const isPortalView = useSession()?.viewing !== undefined;
  const hasUnread = countsAsReading && !isPortalView && unread > 0;
  const markAsRead = useEffectEvent((message_id: number) => saveRead.mutate({ id, message_id }));
  useEffect(() => {
    if (last === undefined || !hasUnread) return undefined;
    const message = findItem('message', last);
    if (!message) return undefined;
    let isVisible = false;
    const markIfVisible = () => {
      if (isVisible && document.visibilityState === 'visible') markAsRead(last);
    };
    const onIntersect: IntersectionObserverCallback = ([entry]) => {
      isVisible = entry?.isIntersecting ?? false;
      markIfVisible();
    };
    const observer = new IntersectionObserver(onIntersect, { rootMargin: VISIBLE_MARGIN });
    observer.observe(message);
    document.addEventListener('visibilitychange', markIfVisible);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', markIfVisible);
    };
  }, [last, hasUnread]);
}
