import type { QueryClient } from '@tanstack/react-query';
import { defaultParseSearch } from '@tanstack/react-router';
import { actorOf } from '../../lib/session/session.ts';
import { WALL } from '../../lib/address.ts';
import { onSessionChange, readSession, type Session } from '../../lib/session/session-store.ts';
import type { WantedState } from '../../lib/session/wanted.ts';
import { BUNDLES } from '../../lib/words/bundles.ts';
import { lazyCode } from '../../ui/lazy/lazy.tsx';
import { screenAt } from '../screens.ts';
import { homeOf } from './home.ts';
import { screenComponent, withWords } from './screen-component.tsx';

type Search = Record<string, unknown>;

/** The frame of every screen except sign-in. */
export const Frame = lazyCode(withWords(() => import('../layout/layout.tsx'), BUNDLES.lists));

/**
 * Fetches the frame, the first screen and its first reads as soon as the user is known, and only the frame during sign-in. Resolves when
 * all except the reads has loaded or failed.
 */
export async function fetchAhead(client: QueryClient, search: Search): Promise<void> {
  if (location.pathname === WALL) return;
  const session = readSession();
  if (session) {
    await fetchFirst(client, session, location.pathname, search);
    return;
  }
  addEventListener('input', () => void fetchFrame(), { once: true });
  const settled = onSessionChange(() => {
    const signedIn = readSession();
    if (!signedIn) return;
    settled();
    const { wanted = '/' } = (history.state ?? {}) as WantedState;
    const { pathname, search: asked } = new URL(wanted, location.origin);
    void fetchFirst(client, signedIn, pathname, defaultParseSearch(asked));
  });
}

async function fetchFirst(client: QueryClient, session: Session, address: string, search: Search): Promise<void> {
  const actor = actorOf(session);
  const screen = session.user.must_change_password ? undefined : screenAt(address === '/' ? homeOf(actor) : address);
  const reads = screen?.load().then(({ firstReads }) => firstReads?.(client, search, actor));
  // A failed fetch shows its error where it is used.
  await Promise.all([fetchFrame(), screen && screenComponent(screen).preload(), reads?.catch(() => undefined)]);
}

/** Home shows another screen's page. That page is fetched before the URL changes, as for every screen. */
export async function fetchHome(): Promise<void> {
  const session = readSession();
  const screen = session && screenAt(homeOf(actorOf(session)));
  if (screen) await screenComponent(screen).preload();
}

export const fetchFrame = (): Promise<void> => Frame.preload();
