import css from './loading-page.module.css';

/**
 * Delay before a placeholder, in the empty document and in the app. A shorter delay is not possible: React delays the replacement of a
 * placeholder by 300 ms, which would delay the page.
 */
export const PLACEHOLDER_AFTER_MS = 400;

/** Shown before the frame, without text because translations can be missing. Pages in the frame use `PageSkeleton`. */
export function LoadingPage() {
  return (
    <div className={css.page} aria-busy="true">
      <i aria-hidden />
    </div>
  );
}
