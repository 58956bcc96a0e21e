import type { QueryClient } from '@tanstack/react-query';
import { defaultParseSearch } from '@tanstack/react-router';
import { toActor } from '../../lib/session/session.ts';
import { TV_BOARD_PATH } from '../../lib/url.ts';
import { onSessionChange, readSession, type Session } from '../../lib/session/session-store.ts';
import type { ReturnState } from '../../lib/session/return-state.ts';
import { BUNDLES } from '../../lib/i18n/bundles.ts';
import { lazyCode } from '../../ui/lazy/lazy.tsx';
import { findScreen } from '../screens.ts';
import { getHomePath } from './home.ts';
import { screenComponent, withDictionaries } from './screen-component.tsx';

type Search = Record<string, unknown>;

/** The frame of every screen except sign-in. */
export const LazyLayout = lazyCode(withDictionaries(() => import('../layout/layout.tsx'), BUNDLES.lists));

/**
 * Fetches the frame, the first screen and its first reads as soon as the user is known. During sign-in it fetches only the frame. Resolves
 * when all except the reads has loaded or failed.
 */
export async function prefetchApp(client: QueryClient, search: Search): Promise<void> {
  if (location.pathname === TV_BOARD_PATH) return;
  const session = readSession();
  if (session) {
    await prefetchScreen(client, session, location.pathname, search);
    return;
  }
  addEventListener('input', () => void prefetchLayout(), { once: true });
  const unsubscribe = onSessionChange(() => {
    const signedIn = readSession();
    if (!signedIn) return;
    unsubscribe();
    const { returnTo: wanted = '/' } = (history.state ?? {}) as ReturnState;
    const { pathname, search: searchText } = new URL(wanted, location.origin);
    void prefetchScreen(client, signedIn, pathname, defaultParseSearch(searchText));
  });
}

async function prefetchScreen(client: QueryClient, session: Session, path: string, search: Search): Promise<void> {
  const actor = toActor(session);
  const isIncomplete = session.user.must_change_password || session.pending;
  const screen = isIncomplete ? undefined : findScreen(path === '/' ? getHomePath(actor) : path);
  const prefetch = screen?.load().then(({ firstReads }) => firstReads?.(client, search, actor));
  // A failed fetch shows its error where it is used.
  await Promise.all([prefetchLayout(), screen && screenComponent(screen).preload(), prefetch?.catch(() => undefined)]);
}

/** Fetches the page that Home shows before the URL changes, as for every screen. Home shows the page of another screen. */
export async function prefetchHome(): Promise<void> {
  const session = readSession();
  const screen = session && findScreen(getHomePath(toActor(session)));
  if (screen) await screenComponent(screen).preload();
}

export const prefetchLayout = (): Promise<void> => LazyLayout.preload();
