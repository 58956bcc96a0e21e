import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { everyone, signedIn } from '@darkroom/domain/permission/access';
import { WALL, writeAddress } from '../lib/address.ts';
import { readSession, type Session } from '../lib/session/session-store.ts';
import { isUnsaved } from '../lib/session/unsaved.ts';
import type { WantedState } from '../lib/session/wanted.ts';
import { FailedPage, ForbiddenPage, NotFoundPage, ServerErrorPage } from '../ui/feedback/error-page.tsx';
import { lazyCode } from '../ui/lazy/lazy.tsx';
import { fetchHome, Frame } from './routes/ahead.ts';
import { guard } from './routes/guard.ts';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';
import { LoadingPage, PLACEHOLDER_AFTER_MS } from './layout/loading-page.tsx';
import { screenComponent } from './routes/screen-component.tsx';
import { isOfPortal, type Screen } from './screen.ts';
import { screens, screenAt } from './screens.ts';

function stopAt(access: Screen['access'], location: ParsedLocation, stays = false): void {
  const session = readSession();
  const outside = session?.viewing && !isOfPortal(location.pathname);
  const detour = outside ? '/' : guard(session, access);
  if (detour === null || detour === location.pathname) return;
  // Typed text stays readable when the permission is removed. It cannot be saved, and its form says so.
  if (detour !== '/login' && stays && isUnsaved()) return;
  const state: WantedState = {};
  if (detour !== '/' && location.href !== '/') state.wanted = location.href;
  // A screen without permission is found again only by the same user.
  if (detour === '/forbidden' && session) state.by = session.user.id;
  throw redirect({ to: detour, replace: true, state: state as never });
}

const rootRoute = createRootRoute({ component: Outlet });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => {
    const session = readSession();
    // A new session opens the page that the user wanted.
    if (session) throw redirect({ href: openNow(session, location.state as WantedState) ?? '/', replace: true });
  },
  component: lazyCode(() => import('../features/auth/login-page.tsx')),
});

// The TV board has no signed-in user (decision 129).
const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: WALL,
  component: lazyCode(() => import('../features/floor/tv-board/tv-board-page.tsx')),
});

// Everything except sign-in and the TV board is in the shared layout, behind the token guard (spec §2).
const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: ({ location }) => stopAt(signedIn, location),
  component: Frame,
  // The router keeps the frame's placeholder until its page has loaded. The document's placeholder is shown instead (main.tsx).
  pendingMs: Infinity,
});

const pages = screens.filter(({ by }) => by === undefined);
const screenRoutes = pages.map((screen) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path: screen.path,
    beforeLoad: ({ location, cause }) => stopAt(screen.access, location, cause === 'stay'),
    loader: screen.path === '/' ? fetchHome : undefined,
    component: screenComponent(screen),
    pendingComponent: PageSkeleton,
  }),
);

const errorRoute = (path: string, component: () => React.ReactNode) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path,
    beforeLoad: ({ location }) => stopAt(everyone, location),
    component,
  });

// The guards run again when permissions change. Users who receive the permission return to the screen automatically.
const forbiddenRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/forbidden',
  beforeLoad: ({ location }) => {
    stopAt(everyone, location);
    const href = openNow(readSession(), location.state as WantedState);
    if (href !== null) throw redirect({ href, replace: true });
  },
  component: ForbiddenPage,
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  wallRoute,
  layoutRoute.addChildren([
    ...screenRoutes,
    forbiddenRoute,
    errorRoute('/internal-server-error', ServerErrorPage),
    errorRoute('$', NotFoundPage),
  ]),
]);

export const router = createRouter({
  routeTree,
  stringifySearch: writeAddress,
  defaultPreload: 'intent',
  defaultPendingMs: PLACEHOLDER_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: FailedPage,
  // Screens keep their own scroll positions. The page itself does not scroll.
  scrollRestoration: false,
});

/** The page that the user wanted, if they have access. Null if they have none or if it was another user's page. */
export function openNow(session: Session | null, { wanted, by = session?.user.id }: WantedState): string | null {
  if (!session || by !== session.user.id) return null;
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return null;
  const screen = screenAt(new URL(wanted, 'http://here').pathname);
  return screen && guard(session, screen.access) === null ? wanted : null;
}
