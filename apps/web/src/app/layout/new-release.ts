const MARK = 'darkroom_reloaded_for';

/**
 * A screen's code that is no longer there means that a newer release is being served: load that, once. Were it to fail
 * again, the error page says so instead of the page reloading for ever. Without the server nothing is loaded anew: what
 * stands on the screen is all there is, and what was typed would be lost.
 */
export function reloadOnNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const failed = event.payload.message;
    if (sessionStorage.getItem(MARK) === failed) return;
    void isServed().then((served) => {
      if (!served) return;
      sessionStorage.setItem(MARK, failed);
      window.location.reload();
    });
  });
}

const isServed = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
