import css from './loading-page.module.css';

/**
 * How long a page is waited for before a placeholder stands in its place, in the empty document and inside the app. No shorter: what replaces a
 * placeholder is held back by React until 300 ms after it, so that one shown early delays the page.
 */
export const PLACEHOLDER_AFTER_MS = 400;

/** Before there is a frame: a page within it is awaited by its own outline (ui/page/page-to-come). Without text: there may be no translations yet. */
export function LoadingPage() {
  return (
    <div className={css.page} aria-busy="true">
      <i aria-hidden />
    </div>
  );
}
