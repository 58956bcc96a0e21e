import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type ParsedLocation,
} from '@tanstack/react-router';
import { everyone, signedIn } from '@darkroom/domain/permission/access';
import { TV_BOARD_PATH, stringifySearchParams } from '../lib/url.ts';
import { readSession, type Session } from '../lib/session/session-store.ts';
import { hasUnsavedText } from '../lib/session/unsaved.ts';
import type { ReturnState } from '../lib/session/return-state.ts';
import { FailedPage, ForbiddenPage, NotFoundPage, ServerErrorPage } from '../ui/feedback/error-page.tsx';
import { lazyCode } from '../ui/lazy/lazy.tsx';
import { prefetchHome, LazyLayout } from './routes/prefetch.ts';
import { guard } from './routes/guard.ts';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';
import { LoadingPage, PLACEHOLDER_AFTER_MS } from './layout/loading-page.tsx';
import { screenComponent } from './routes/screen-component.tsx';
import { isPortalPath, type Screen } from './screen.ts';
import { screens, findScreen } from './screens.ts';

function guardRoute(access: Screen['access'], location: ParsedLocation, staysOnScreen = false): void {
  const session = readSession();
  const isOutsidePortal = session?.viewing && !isPortalPath(location.pathname);
  const redirectTo = isOutsidePortal ? '/' : guard(session, access);
  if (redirectTo === null || redirectTo === location.pathname) return;
  // Typed text stays readable when the permission is removed. It cannot be saved, and its form shows the reason.
  if (redirectTo !== '/login' && staysOnScreen && hasUnsavedText()) return;
  const state: ReturnState = {};
  if (redirectTo !== '/' && location.href !== '/') state.returnTo = location.href;
  // A screen without permission is found again only by the same user.
  if (redirectTo === '/forbidden' && session) state.by = session.user.id;
  throw redirect({ to: redirectTo, replace: true, state: state as never });
}

const rootRoute = createRootRoute({ component: Outlet });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => {
    const session = readSession();
    // A new session opens the page that the user requested.
    if (session) throw redirect({ href: getReturnPage(session, location.state as ReturnState) ?? '/', replace: true });
  },
  component: lazyCode(() => import('../features/auth/login-page.tsx')),
});

// The TV board has no signed-in user (decision 129).
const tvBoardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: TV_BOARD_PATH,
  component: lazyCode(() => import('../features/floor/tv-board/tv-board-page.tsx')),
});

// Pages of the links in emails work with and without a session.
const linkRoutes = (
  [
    ['/forgot-password', () => import('../features/auth/forgot-password-page.tsx')],
    ['/set-password', () => import('./set-password-page.tsx')],
    ['/unsubscribe', () => import('../features/auth/unsubscribe-page.tsx')],
  ] as const
).map(([path, load]) => createRoute({ getParentRoute: () => rootRoute, path, component: lazyCode(load) }));

// Everything except the public pages is in the shared layout, behind the token guard (spec §2).
const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: ({ location }) => guardRoute(signedIn, location),
  component: LazyLayout,
  // The router shows the frame's placeholder until its page has loaded. Here the document's placeholder is shown instead (main.tsx).
  pendingMs: Infinity,
});

const pages = screens.filter(({ by }) => by === undefined);
const screenRoutes = pages.map((screen) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path: screen.path,
    beforeLoad: ({ location, cause }) => guardRoute(screen.access, location, cause === 'stay'),
    loader: screen.path === '/' ? prefetchHome : undefined,
    component: screenComponent(screen),
    pendingComponent: PageSkeleton,
  }),
);

const createErrorRoute = (path: string, component: () => React.ReactNode) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path,
    beforeLoad: ({ location }) => guardRoute(everyone, location),
    component,
  });

// The guards run again when permissions change. Users who receive the permission return to the screen automatically.
const forbiddenRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/forbidden',
  beforeLoad: ({ location }) => {
    guardRoute(everyone, location);
    const href = getReturnPage(readSession(), location.state as ReturnState);
    if (href !== null) throw redirect({ href, replace: true });
  },
  component: ForbiddenPage,
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  tvBoardRoute,
  ...linkRoutes,
  layoutRoute.addChildren([
    ...screenRoutes,
    forbiddenRoute,
    createErrorRoute('/internal-server-error', ServerErrorPage),
    createErrorRoute('$', NotFoundPage),
  ]),
]);

export const router = createRouter({
  routeTree,
  stringifySearch: stringifySearchParams,
  defaultPreload: 'intent',
  defaultPendingMs: PLACEHOLDER_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: FailedPage,
  // Each screen restores its own scroll position. The page itself does not scroll.
  scrollRestoration: false,
});

/** Returns the page that the user requested, if they have access. Null if they have none or if it was another user's page. */
export function getReturnPage(
  session: Session | null,
  { returnTo: wanted, by = session?.user.id }: ReturnState,
): string | null {
  if (!session || by !== session.user.id) return null;
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return null;
  const screen = findScreen(new URL(wanted, 'http://here').pathname);
  return screen && guard(session, screen.access) === null ? wanted : null;
}
