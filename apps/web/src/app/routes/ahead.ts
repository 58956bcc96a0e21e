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

/** The frame around every screen but sign-in. */
export const Frame = lazyCode(withWords(() => import('../layout/layout.tsx'), BUNDLES.lists));

/**
 * Begins to fetch what is shown next before the router asks for it: the frame and the first screen as soon as it is known who
 * looks, with what that screen reads first; the frame alone when somebody begins to sign in. Done when all that is here, but for the reads,
 * or cannot be had.
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
  // What could not be fetched is told where it is shown.
  await Promise.all([fetchFrame(), screen && screenComponent(screen).preload(), reads?.catch(() => undefined)]);
}

/** What stands at home is another screen's page: it comes before home is shown, as any page before its address is. */
export async function fetchHome(): Promise<void> {
  const session = readSession();
  const screen = session && screenAt(homeOf(actorOf(session)));
  if (screen) await screenComponent(screen).preload();
}

export const fetchFrame = (): Promise<void> => Frame.preload();
