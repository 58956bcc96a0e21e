import { portalRequestEndpoints } from '@darkroom/contract/portal/request';
import { requestEndpoints } from '@darkroom/contract/request/request';
import { useEffect, useEffectEvent } from 'react';
import { useApiMutation } from '../../lib/call/query.ts';
import { itemOf } from '../../lib/focus.ts';
import { useSession } from '../../lib/session/session.ts';

const SEEN = {
  customer: { endpoint: portalRequestEndpoints.seen, invalidates: ['portal_request'], reads: 'bureau' },
  bureau: { endpoint: requestEndpoints.seen, invalidates: ['request'], reads: 'customer' },
} as const;

/** The area under the message box does not count as visible. */
const UNDER_THE_BOX = '0px 0px -96px 0px';

interface Thread {
  id: number;
  /** Count of the other side's messages that nobody of this side has read. */
  unread: number;
  messages: readonly { id: number; side: 'customer' | 'bureau' }[] | undefined;
  /** False when viewing does not count as reading. */
  marks?: boolean;
}

/** Marks visible messages as read, for everyone of this side. */
export function useSeen(own: keyof typeof SEEN, { id, unread, messages, marks = true }: Thread): void {
  const { endpoint, invalidates, reads } = SEEN[own];
  const seen = useApiMutation(endpoint, {
    invalidates,
    // A failed call is not reported. The next view repeats it.
    onError: () => true,
  });
  const last = messages?.findLast(({ side }) => side === reads)?.id;
  // A staff user in a portal view does not read for the customer (decision 104).
  const viewing = useSession()?.viewing !== undefined;
  const some = marks && !viewing && unread > 0;
  const mark = useEffectEvent((message_id: number) => seen.mutate({ id, message_id }));
  useEffect(() => {
    if (last === undefined || !some) return undefined;
    const message = itemOf('message', last);
    if (!message) return undefined;
    let inSight = false;
    const look = () => {
      if (inSight && document.visibilityState === 'visible') mark(last);
    };
    const note: IntersectionObserverCallback = ([it]) => {
      inSight = it?.isIntersecting ?? false;
      look();
    };
    const sight = new IntersectionObserver(note, { rootMargin: UNDER_THE_BOX });
    sight.observe(message);
    document.addEventListener('visibilitychange', look);
    return () => {
      sight.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [last, some]);
}
