import css from './brand.module.css';

/** The safelight and the name. */
export function Brand() {
  return (
    <span className={css.brand}>
      <i className="mark" aria-hidden />
      {'Darkroom'}
    </span>
  );
}
