import { isNewReleaseServed } from '../../lib/api/release.ts';

const RELOADED_KEY = 'darkroom_reloaded_for';

/**
 * Reloads the page once if code is missing because the server has a newer release. A second failure shows the error. Without a newer
 * release, the page does not reload, so typed text stays.
 */
export function reloadOnNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const failed = event.payload.message;
    if (sessionStorage.getItem(RELOADED_KEY) === failed) return;
    void isNewReleaseServed().then((isNewRelease) => {
      if (!isNewRelease) return;
      sessionStorage.setItem(RELOADED_KEY, failed);
      window.location.reload();
    });
  });
}
