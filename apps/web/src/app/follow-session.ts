import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { followOtherTabs, onSessionChange, onSessionEnd, readSession } from '../lib/session-store.ts';
import type { WantedState } from './router.tsx';

/**
 * Keeps the page in step with the session: its end leads to /login with nothing left of the old account's data; other
 * permissions, or a sign-in, run the guards again, without a reload.
 */
export function followSession(router: AnyRouter, client: QueryClient): void {
  let known = readSession();
  followOtherTabs();
  onSessionEnd(() => {
    client.clear();
    const { href, pathname } = router.state.location;
    if (pathname === '/login') return;
    const state: WantedState = { wanted: href };
    void router.navigate({ to: '/login', replace: true, state: state as never });
  });
  onSessionChange(() => {
    const before = known;
    known = readSession();
    if (before && known && before.user.id !== known.user.id) client.clear();
    if (known && before !== known) void router.invalidate();
  });
}
