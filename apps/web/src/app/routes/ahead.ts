import type { QueryClient } from '@tanstack/react-query';
import { actorOf } from '../../lib/session/session.ts';
import { WALL } from '../../lib/address.ts';
import { onSessionChange, readSession, type Session } from '../../lib/session/session-store.ts';
import type { WantedState } from '../../lib/session/wanted.ts';
import { fetchWords } from '../../lib/words/i18n.ts';
import { NotLoadedPage } from '../../ui/feedback/error-page.tsx';
import { late } from '../../ui/late/late.ts';
import type { Screen } from '../screen.ts';
import { screenAt } from '../screens.ts';
import { homeOf } from './home.ts';
import { screenComponent } from './screen-component.tsx';

/** The frame around every screen but sign-in. */
export const Frame = late(() => import('../layout/layout.tsx'), NotLoadedPage);

/**
 * Begins to fetch what is shown next before the router asks for it: the frame and the first screen as soon as it is known who
 * looks, with what that screen reads first; the frame alone when somebody begins to sign in.
 */
export function fetchAhead(client: QueryClient, search: Record<string, unknown>): void {
  if (location.pathname === WALL) return;
  const session = readSession();
  if (session) {
    const screen = fetchFirst(session);
    // What could not be fetched is told where it is shown.
    if (screen?.path === location.pathname)
      screen.load().then(
        ({ firstReads }) => firstReads?.(client, search, actorOf(session)),
        () => undefined,
      );
    return;
  }
  addEventListener('input', fetchFrame, { once: true });
  const settled = onSessionChange(() => {
    const signedIn = readSession();
    if (!signedIn) return;
    settled();
    fetchWords();
    fetchFirst(signedIn);
  });
}

function fetchFirst(session: Session): Screen | undefined {
  fetchFrame();
  if (session.user.must_change_password) return undefined;
  const { wanted } = (history.state ?? {}) as WantedState;
  const address = wanted ? new URL(wanted, location.origin).pathname : location.pathname;
  const screen = screenAt(['/', '/login'].includes(address) ? homeOf(actorOf(session)) : address);
  if (screen) void screenComponent(screen).preload();
  return screen;
}

const fetchFrame = () => void Frame.preload();
