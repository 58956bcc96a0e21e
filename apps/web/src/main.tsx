import '@fontsource-variable/roboto/wght.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import './app/base.css';
import { LoadingPage } from './app/loading-page.tsx';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { watchActivity } from './lib/activity.ts';
import { startI18n } from './lib/i18n.ts';
import { makeQueryClient } from './lib/query-client.ts';
import { reloadOnNewRelease } from './app/new-release.ts';
import { followSession } from './app/follow-session.ts';

const client = makeQueryClient();
void startI18n();
watchActivity();
reloadOnNewRelease();
followSession(router, client);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback={<LoadingPage />}>
        <Providers client={client}>
          <RouterProvider router={router} />
        </Providers>
      </Suspense>
    </StrictMode>,
  );
}
