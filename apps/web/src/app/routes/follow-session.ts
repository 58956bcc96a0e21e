import { userEndpoints } from '@darkroom/contract/user/user';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { WALL } from '../../lib/address.ts';
import {
  followOtherTabs,
  onSessionChange,
  onSessionEnd,
  readSession,
  type Session,
} from '../../lib/session/session-store.ts';
import type { WantedState } from '../../lib/session/wanted.ts';

/**
 * Keeps the page in step with the session: its end leads to /login with nothing left of the old account's data; other
 * permissions, or a sign-in, run the guards again, without a reload.
 */
export function followSession(router: AnyRouter, client: QueryClient): void {
  let known = readSession();
  let whose = known?.user.id;
  followOtherTabs();
  onSessionEnd((end) => {
    client.clear();
    const { href, pathname } = router.state.location;
    // Nobody's session has to do with a wall.
    if (pathname === '/login' || pathname === WALL) return;
    // Who signs out wants nothing more; and where one was is for oneself alone, not for who signs in next.
    const state: WantedState = end !== 'signed_out' && whose !== undefined ? { wanted: href, by: whose } : {};
    if (end === 'lost') state.ended = true;
    void router.navigate({ to: '/login', replace: true, state: state as never });
  });
  onSessionChange(() => {
    const before = known;
    known = readSession();
    whose = known?.user.id ?? whose;
    if (before && known) {
      if (before.user.id !== known.user.id) client.clear();
      else if (rightsOf(before) !== rightsOf(known)) forgetOldSight(client);
    }
    if (known && before !== known) void router.invalidate();
  });
}

const rightsOf = ({ user, permissions }: Session): string =>
  [user.is_superuser, user.account, ...[...permissions].sort()].join();

/**
 * What was seen with other rights is not shown again: what is on the screen is refetched, the rest is dropped from the cache. What
 * a form on the screen was made of counts as on the screen, also where it is not asked for any more.
 */
function forgetOldSight(client: QueryClient): void {
  client.removeQueries({ predicate: (one) => one.getObserversCount() === 0 });
  // `me` has just been fetched: that is how the change became known.
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userEndpoints.me.name });
}
