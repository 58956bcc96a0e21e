import css from './brand.module.css';

/** The safelight logo and the name. */
export function Brand() {
  return (
    <span className={css.brand}>
      <i className="mark" aria-hidden />
      {'Darkroom'}
    </span>
  );
}
