import { useId, useState, type ReactNode } from 'react';
import { Hint } from './hint.tsx';
import styles from './told-figure.module.css';

interface ToldFigureProps {
  /** What the figure is, or how it came about. */
  words: () => string;
  children: ReactNode;
}

/** A figure that says what it is when it is pointed at, has the focus, or is touched. */
export function ToldFigure({ words, children }: ToldFigureProps) {
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
            {words()}
          </span>
          <Hint at={at}>{words()}</Hint>
        </>
      )}
    </>
  );
}
