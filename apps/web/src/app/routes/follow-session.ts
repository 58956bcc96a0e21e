import { userEndpoints } from '@darkroom/contract/user/user';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { PUBLIC_PATHS } from '../../lib/url.ts';
import {
  followOtherTabs,
  onSessionChange,
  onSessionEnd,
  readSession,
  type Session,
} from '../../lib/session/session-store.ts';
import type { ReturnState } from '../../lib/session/return-state.ts';

/**
 * Keeps the page in step with the session: its end opens /login and removes all data. New permissions or a sign-in run the guards again
 * without a reload.
 */
export function followSession(router: AnyRouter, client: QueryClient): void {
  let current = readSession();
  let lastUserId = current?.user.id;
  followOtherTabs();
  onSessionEnd((end) => {
    client.clear();
    const { href, pathname } = router.state.location;
    if (PUBLIC_PATHS.includes(pathname)) return;
    // After a sign-out no page is requested. The last page belongs to its user, not to the next user.
    const state: ReturnState =
      end !== 'signed_out' && lastUserId !== undefined ? { returnTo: href, by: lastUserId } : {};
    if (end === 'lost') state.ended = true;
    void router.navigate({ to: '/login', replace: true, state: state as never });
  });
  onSessionChange(() => {
    const previous = current;
    current = readSession();
    lastUserId = current?.user.id ?? lastUserId;
    if (previous && current) {
      if (previous.user.id !== current.user.id) client.clear();
      else if (toPermissionKey(previous) !== toPermissionKey(current)) dropOldData(client);
    }
    if (current && previous !== current) void router.invalidate();
  });
}

const toPermissionKey = ({ user, permissions }: Session): string =>
  [user.is_superuser, user.account, ...[...permissions].sort()].join();

/**
 * Removes data that was fetched with other permissions. Visible data is fetched again, the rest leaves the cache. Data of an open form
 * counts as visible, even if nothing observes it.
 */
function dropOldData(client: QueryClient): void {
  client.removeQueries({ predicate: (one) => one.getObserversCount() === 0 });
  // `me` is already new, because its response reported the change.
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userEndpoints.me.name });
}
