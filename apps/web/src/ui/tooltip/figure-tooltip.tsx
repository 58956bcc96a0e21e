import { useId, type ReactNode } from 'react';
import { Hint } from '../feedback/hint.tsx';
import styles from './figure-tooltip.module.css';
import { useTooltip } from './use-tooltip.ts';

interface FigureTooltipProps {
  /** Returns the meaning or calculation of the figure. */
  words: () => string;
  children: ReactNode;
}

/** A figure with its meaning on hover, focus and touch. */
export function FigureTooltip({ words, children }: FigureTooltipProps) {
  const id = useId();
  const { at, triggerProps } = useTooltip();
  return (
    <>
      <button type="button" className={styles.figure} aria-describedby={at ? id : undefined} {...triggerProps}>
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
