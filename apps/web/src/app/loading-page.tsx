import css from './loading-page.module.css';

/** Shown only when code or words take longer than a moment. Says nothing: there may be no words yet. */
export function LoadingPage() {
  return (
    <div className={css.page} aria-busy="true">
      <i aria-hidden />
    </div>
  );
}
