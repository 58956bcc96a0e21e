import { isAnotherServed } from '../../lib/call/release.ts';

const MARK = 'darkroom_reloaded_for';

/**
 * Missing code means that the server has a newer release, so the page reloads once. If it fails again, the page shows the error instead
 * of reloading forever. If the server cannot be reached or serves the same release, the page does not reload: typed text is kept, and the
 * code is fetched again where it is shown.
 */
export function reloadOnNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const failed = event.payload.message;
    if (sessionStorage.getItem(MARK) === failed) return;
    void isAnotherServed().then((another) => {
      if (!another) return;
      sessionStorage.setItem(MARK, failed);
      window.location.reload();
    });
  });
}
