import css from './brand.module.css';

export function Brand() {
  return (
    <span className={css.brand}>
      <i className="mark" aria-hidden />
      {'Darkroom'}
    </span>
  );
}
