import css from './brand.module.css';

/** The safelight and the name. */
export function Brand() {
  return (
    <span className={css.brand}>
      <i aria-hidden />
      {'Darkroom'}
    </span>
  );
}
