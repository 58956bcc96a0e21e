import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { DetachedWindowAPI } from 'happy-dom';
import i18next from 'i18next';
import { Suspense, createContext, use, type ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { ThemeProvider } from '../app/look/theme-provider.tsx';
import { stringifySearchParams } from '../lib/url.ts';
import { startI18n } from '../lib/i18n/i18n.ts';
import { LanguageProvider } from '../lib/i18n/use-translation.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { storeSession } from '../lib/session/session-store.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { installCanvas } from './canvas.ts';
import { installNetwork, type Network } from './network.ts';
import { createTabHistory, type TabHistory } from './tab-history.ts';

const DESK_WIDTH = 1440;

// Delayed content appears immediately on a quiet machine. A busy machine can be slower.
configure({ asyncUtilTimeout: 20_000 });

const Part = createContext<ReactNode>(null);
const ShowPart = () => use(Part);

/** A shown part of a page for a signed-in user. */
export interface ShownPart {
  user: UserEvent;
  network: Network;
  tab: Pick<TabHistory, 'back' | 'address'>;
  /** Changes the user's permissions while the part is shown. */
  setPermissions: (permissions: readonly string[]) => void;
  /** Shows the same part with other properties. */
  update: (part: ReactNode) => void;
}

interface PartOptions {
  permissions?: readonly string[];
  account?: 'staff' | 'customer';
  is_superuser?: boolean;
  width?: number;
}

/**
 * Shows a part in the surroundings of the app: session, dictionaries, cache, router, toasts, theme. Only the network is simulated, and
 * the window has no layout.
 */
export async function showPart(
  part: ReactNode,
  { permissions = [], account = 'staff', is_superuser = false, width = DESK_WIDTH }: PartOptions = {},
): Promise<ShownPart> {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
  happyDOM.setViewport({ width });
  // Closing elements disappear immediately.
  happyDOM.settings.device.prefersReducedMotion = 'reduce';
  installCanvas(happyDOM);
  const network = installNetwork();
  if (!i18next.isInitialized) await startI18n();
  await i18next.loadNamespaces(['table', 'record']);
  const signIn = (codes: readonly string[]) =>
    storeSession({
      access_token: 'token',
      user: {
        id: 7,
        username: 'lan',
        full_name: 'Lan',
        account,
        is_superuser,
        must_change_password: false,
      },
      staff_id: 3,
      permissions: [...codes],
    });
  signIn(permissions);
  const client = createQueryClient();
  // Requests without a response are repeated as often as in the app, without a delay. Otherwise tests would wait for seconds.
  const { queries, ...otherOptions } = client.getDefaultOptions();
  client.setDefaultOptions({ ...otherOptions, queries: { ...queries, retryDelay: 1 } });
  const tab = createTabHistory();
  const router = createRouter({
    routeTree: createRootRoute({ component: ShowPart }),
    history: tab.history,
    stringifySearch: stringifySearchParams,
  });
  await router.load();
  const wrap = (child: ReactNode) => (
    <Part value={child}>
      <QueryClientProvider client={client}>
        <LanguageProvider>
          <Toasts>
            <ThemeProvider>
              <Suspense>
                <RouterProvider router={router as never} />
              </Suspense>
            </ThemeProvider>
          </Toasts>
        </LanguageProvider>
      </QueryClientProvider>
    </Part>
  );
  const { rerender } = render(wrap(part));
  const setPermissions = (codes: readonly string[]) => act(() => signIn(codes));
  onTestFinished(() => {
    cleanup();
    client.clear();
    tab.history.destroy();
    localStorage.clear();
  });
  return {
    user: userEvent.setup({ delay: null }),
    network,
    tab,
    setPermissions,
    update: (next) => rerender(wrap(next)),
  };
}
