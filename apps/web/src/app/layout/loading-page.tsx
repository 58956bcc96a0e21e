import css from './loading-page.module.css';

/** Shown only when code or translations take longer than a moment. Without text: there may be no translations yet. */
export function LoadingPage() {
  return (
    <div className={css.page} aria-busy="true">
      <i aria-hidden />
    </div>
  );
}
