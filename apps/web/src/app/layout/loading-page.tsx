import css from './loading-page.module.css';

/** Before there is a frame: a page within it is awaited by its own outline (ui/page/page-to-come). Without text: there may be no translations yet. */
export function LoadingPage() {
  return (
    <div className={css.page} aria-busy="true">
      <i aria-hidden />
    </div>
  );
}
