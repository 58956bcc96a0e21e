import { useId, useState, type ReactNode } from 'react';
import { Hint } from '../../../ui/feedback/hint.tsx';
import styles from './month.module.css';

interface FormulaFigureProps {
  /** How the figure came about, in words. */
  formula: () => string;
  children: ReactNode;
}

/** A figure that says how it came about when it is pointed at, has the focus, or is touched. */
export function FormulaFigure({ formula, children }: FormulaFigureProps) {
  const told = useId();
  const [at, setAt] = useState<DOMRect | null>(null);
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) => setAt(currentTarget.getBoundingClientRect());
  const hide = () => setAt(null);
  return (
    <>
      <button
        type="button"
        className={styles.figure}
        aria-describedby={at ? told : undefined}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={(event) => {
          event.stopPropagation();
          show(event);
        }}
      >
        {children}
      </button>
      {at && (
        <>
          <span id={told} hidden>
            {formula()}
          </span>
          <Hint at={at}>{formula()}</Hint>
        </>
      )}
    </>
  );
}
