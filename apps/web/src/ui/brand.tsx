import './brand.css';

/** The safelight and the name. */
export function Brand() {
  return (
    <span className="brand">
      <i aria-hidden />
      {'Darkroom'}
    </span>
  );
}
