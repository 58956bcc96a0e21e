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

/** What lies under the box one writes in is not in sight. */
const UNDER_THE_BOX = '0px 0px -96px 0px';

interface Thread {
  id: number;
  /** Messages of the other side nobody of the own has read. */
  unread: number;
  messages: readonly { id: number; side: 'customer' | 'bureau' }[] | undefined;
  /** Looking does not always count as reading. */
  marks?: boolean;
}

/** What has come into sight has been read: the mark goes for everybody of the own side. */
export function useSeen(own: keyof typeof SEEN, { id, unread, messages, marks = true }: Thread): void {
  const { endpoint, invalidates, reads } = SEEN[own];
  const seen = useApiMutation(endpoint, {
    invalidates,
    // A mark that stays is no failure one must hear of: it goes when one looks again.
    onError: () => true,
  });
  const last = messages?.findLast(({ side }) => side === reads)?.id;
  // Whoever looks at the portal as a customer does not read for them (decision 104).
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
