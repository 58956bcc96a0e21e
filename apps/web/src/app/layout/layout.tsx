import { BANGKOK_OFFSET_MS } from '@darkroom/domain/calendar/day';
import { userEndpoints } from '@darkroom/contract/user/user';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { mediaStore, setDevice, useDevice } from '../../lib/device.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { invalidateTopics, query } from '../../lib/api/query.ts';
import { clockNow } from '../../lib/clock/clock.ts';
import { readScreenActions, type ScreenAction } from '../../lib/screen-actions.ts';
import { ScreensContext } from '../../lib/session/screens-context.ts';
import { storeSession } from '../../lib/session/session-store.ts';
import { useActor, useSession } from '../../lib/session/session.ts';
import { useToast } from '../../lib/toast.ts';
import { ConnectionBanner, SignInNoticeBanner } from './banner/banners.tsx';
import { useGoToKeys } from '../go-to-keys.ts';
import { Header } from './header.tsx';
import css from './layout.module.css';
import { LoadingPage } from './loading-page.tsx';
import { LockBanner } from './banner/lock-banner.tsx';
import { ThemeProvider } from '../look/theme-provider.tsx';
import { screensByUrl } from '../screens.ts';
import { MenuDrawer, Sidebar } from './sidebar.tsx';
import { PrintStyles } from '../look/print-styles.tsx';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { KeySheetButton } from '../../ui/keys/key-help.tsx';
import { followChanges } from '../../lib/api/live.ts';
import { lazyCode, lazyOverlay } from '../../ui/lazy/lazy.tsx';
import ViewBanner from './banner/view-banner.tsx';
import PortalTabs from './portal-tabs.tsx';

/** Below this width the menu lies over the page. */
const narrowScreen = mediaStore('(max-width: 899px)');
/** Below this width the table needs the room of the menu labels. */
const smallDesktop = mediaStore('(max-width: 1199px)');

const Palette = lazyOverlay(() => import('../palette/palette.tsx').then((part) => ({ default: part.Palette })));

// Rarely shown, and it loads Ant Design's forms.
const MustChangePassword = lazyCode(() => import('./must-change-password.tsx'));
const SecondFactor = lazyCode(() => import('./second-factor.tsx'));

/** The frame of every screen except sign-in. A second factor comes first, then the replacement of a one-time password. */
export default function Layout() {
  const session = useSession();
  if (!session) return null;
  return (
    <ThemeProvider>
      <Suspense fallback={<LoadingPage />}>
        {session.pending ? <SecondFactor /> : session.user.must_change_password ? <MustChangePassword /> : <Shell />}
      </Suspense>
    </ThemeProvider>
  );
}

function Shell() {
  const { t } = useTranslation('menu');
  const { sidebar: preference } = useDevice();
  const isSmall = useSyncExternalStore(smallDesktop.subscribe, smallDesktop.matches);
  const sidebar = preference === 'auto' ? (isSmall ? 'folded' : 'open') : preference;
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState<readonly ScreenAction[] | null>(null);
  // A customer's portal has four pages, too few for a palette.
  const hasPalette = useActor().account === 'staff';
  const viewing = useSession()?.viewing;
  const openPalette = () => setPalette(hasPalette ? readScreenActions() : null);
  const content = useRef<HTMLElement>(null);
  useLiveChanges();
  useSessionRefresh();
  useAwayRefresh();
  useFocusOnNavigation(content);
  useGoToKeys();
  useShortcuts({ palette: () => (palette ? setPalette(null) : openPalette()) });
  const menuCovers = useSyncExternalStore(narrowScreen.subscribe, narrowScreen.matches);
  const toggleMenu = () => {
    if (menuCovers) setDrawer(true);
    else setDevice('sidebar', sidebar === 'open' ? 'folded' : 'open');
  };
  return (
    <div
      className={css.shell}
      data-sidebar={sidebar}
      data-tabs={!hasPalette || undefined}
      data-portal-view={viewing ? true : undefined}
    >
      <a className={css.skipLink} href="#content" onClick={() => content.current?.focus()}>
        {t('skip')}
      </a>
      {viewing && (
        <div className={css.portalBanner} role="status">
          <ViewBanner view={viewing} />
        </div>
      )}
      <Header
        menuOpen={sidebar === 'open' && !menuCovers}
        onMenu={toggleMenu}
        onPalette={hasPalette ? openPalette : undefined}
      />
      <Sidebar folded={sidebar === 'folded'} />
      <main id="content" ref={content} tabIndex={-1}>
        <ConnectionBanner />
        <SignInNoticeBanner />
        <LockBanner />
        <ScreensContext value={screensByUrl}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ScreensContext>
      </main>
      {!hasPalette && <PortalTabs onMore={() => setDrawer(true)} />}
      <PrintStyles />
      <MenuDrawer open={drawer} onClose={() => setDrawer(false)} />
      {palette && <Palette offered={palette} onClose={() => setPalette(null)} />}
      <KeySheetButton />
    </div>
  );
}

function useLiveChanges(): void {
  const client = useQueryClient();
  useEffect(() => followChanges(client), [client]);
}

/** Fetches the members who are away again at noon and midnight, when leave begins and ends (decision 173). */
function useAwayRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const refresh = () => {
        void invalidateTopics(client, ['leave']);
        wait();
      };
      timer = setTimeout(refresh, HALF_DAY_MS - ((clockNow() + BANGKOK_OFFSET_MS) % HALF_DAY_MS) + 1000);
    };
    wait();
    return () => clearTimeout(timer);
  }, [client]);
}
const HALF_DAY_MS = 12 * 3_600_000;

/** Fetches the account and its permissions at the start and when the server reports a change. The user is informed of a change. */
function useSessionRefresh(): void {
  const { t } = useTranslation('common');
  const toast = useToast();
  const { data } = useQuery(query(userEndpoints.me, {}));
  const previous = useRef<string>(undefined);
  const announceChange = useEffectEvent((permissionKey: string) => {
    if (previous.current !== undefined && previous.current !== permissionKey) toast.info(t('permissionsChanged'));
    previous.current = permissionKey;
  });
  useEffect(() => {
    if (!data) return;
    announceChange([data.user.id, data.user.is_superuser, ...data.permissions.toSorted()].join());
    storeSession(data);
  }, [data]);
}

/** Moves the focus to the top of a new screen, for the keyboard and for screen readers. */
function useFocusOnNavigation(content: React.RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
