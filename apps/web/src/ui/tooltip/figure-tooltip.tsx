import { useId, type ReactNode } from 'react';
import { Hint } from '../feedback/hint.tsx';
import styles from './figure-tooltip.module.css';
import { useTold } from './use-tooltip.ts';

interface FigureTooltipProps {
  /** What the figure is, or how it came about. */
  words: () => string;
  children: ReactNode;
}

/** A figure that says what it is when it is pointed at, has the focus, or is touched. */
export function FigureTooltip({ words, children }: FigureTooltipProps) {
  const id = useId();
  const { at, told } = useTold();
  return (
    <>
      <button type="button" className={styles.figure} aria-describedby={at ? id : undefined} {...told}>
        {children}
      </button>
      {at && (
        <>
          <span id={id} hidden>
            {words()}
          </span>
          <Hint at={at}>{words()}</Hint>
        </>
      )}
    </>
  );
}
