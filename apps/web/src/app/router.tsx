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
  // What is typed stays readable when the permission goes: it cannot be saved, and its form says so.
  if (detour !== '/login' && stays && isUnsaved()) return;
  const state: WantedState = {};
  if (detour !== '/' && location.href !== '/') state.wanted = location.href;
  // What one may not open is found again by oneself alone.
  if (detour === '/forbidden' && session) state.by = session.user.id;
  throw redirect({ to: detour, replace: true, state: state as never });
}

const rootRoute = createRootRoute({ component: Outlet });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  beforeLoad: ({ location }) => {
    const session = readSession();
    // A fresh session lands where its person wanted to go.
    if (session) throw redirect({ href: openNow(session, location.state as WantedState) ?? '/', replace: true });
  },
  component: lazyCode(() => import('../features/auth/login-page.tsx')),
});

// A screen on the wall, which nobody is signed in at (decision 129).
const wallRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: WALL,
  component: lazyCode(() => import('../features/floor/tv-board/tv-board-page.tsx')),
});

// Everything but sign-in and the wall stands in the shared layout, behind the token guard (spec §2).
const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: ({ location }) => stopAt(signedIn, location),
  component: Frame,
  // The router keeps a placeholder of the frame until the page in it is here too. The document's placeholder stays instead (main.tsx).
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

// The guards run again when rights change: whoever was sent here goes back by themselves once they may.
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
  // Screens keep their own places; the page itself does not scroll.
  scrollRestoration: false,
});

/** Where somebody wanted to go, if they may go there; null where they may not, or it was somebody else who wanted it. */
export function openNow(session: Session | null, { wanted, by = session?.user.id }: WantedState): string | null {
  if (!session || by !== session.user.id) return null;
  if (!wanted?.startsWith('/') || wanted.startsWith('//')) return null;
  const screen = screenAt(new URL(wanted, 'http://here').pathname);
  return screen && guard(session, screen.access) === null ? wanted : null;
}
