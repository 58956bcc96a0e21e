import './app/no-eval.ts';
import './app/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/base.css';
import './ui/layout.css';
import './ui/utilities.css';
import { prefetchApp, prefetchLayout } from './app/routes/prefetch.ts';
import { followSession } from './app/routes/follow-session.ts';
import { LoadingPage, PLACEHOLDER_AFTER_MS } from './app/layout/loading-page.tsx';
import { reloadOnNewRelease } from './app/layout/new-release.ts';
import { usePageTheme } from './app/look/page-theme.ts';
import { router } from './app/router.tsx';
import { readSession } from './lib/session/session-store.ts';
import { syncClockWithPage } from './lib/clock/clock.ts';
import { watchActivity } from './lib/activity.ts';
import { reportEvent } from './lib/error-report.ts';
import { waitAtMost } from './app/routes/wait-at-most.ts';
import { startI18n } from './lib/i18n/i18n.ts';
import { LanguageProvider } from './lib/i18n/use-translation.tsx';
import { actOncePerPress } from './lib/keyboard.ts';
import { createQueryClient } from './lib/api/query-client.ts';
import { Toasts } from './ui/feedback/toasts.tsx';

// Runs first, because the first reads name the bureau's day.
syncClockWithPage();
const client = createQueryClient();
const words = startI18n();
watchActivity();
actOncePerPress();
reloadOnNewRelease();
followSession(router, client);
const ahead = prefetchApp(client, router.latestLocation.search);
for (const kind of ['error', 'unhandledrejection']) addEventListener(kind, reportEvent);

function Darkroom() {
  usePageTheme();
  return (
    <Suspense fallback={<LoadingPage />}>
      <QueryClientProvider client={client}>
        <LanguageProvider>
          <Toasts>
            <RouterProvider router={router} />
          </Toasts>
        </LanguageProvider>
      </QueryClientProvider>
    </Suspense>
  );
}

// Not a top-level await: the awaited code uses parts of this module's chunk, which exist only after it has run.
void waitAtMost(Promise.all([words, ahead, router.load()]), PLACEHOLDER_AFTER_MS).then(async () => {
  // Until the frame is here, the document's own placeholder is shown.
  if (readSession()) await prefetchLayout();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <Darkroom />
    </StrictMode>,
  );
});
