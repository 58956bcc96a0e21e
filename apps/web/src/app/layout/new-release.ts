import { isAnotherServed } from '../../lib/call/release.ts';

const MARK = 'darkroom_reloaded_for';

/**
 * Code that is no longer there means that a newer release is being served: load that, once. Were it to fail again, the page says
 * so instead of reloading for ever. Where the server is out of reach, or serves what is on the screen, nothing is loaded anew:
 * what was typed would be lost, and the code is asked for again where it is shown.
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
