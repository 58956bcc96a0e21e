const MARK = 'darkroom_reloaded_for';

/**
 * A screen's code that is no longer there means that a newer release is being served: load that, once. Were it to fail
 * again, the error page says so instead of the page reloading for ever.
 */
export function reloadOnNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const failed = event.payload.message;
    if (sessionStorage.getItem(MARK) === failed) return;
    sessionStorage.setItem(MARK, failed);
    event.preventDefault();
    window.location.reload();
  });
}
