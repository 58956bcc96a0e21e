import { createPortal } from 'react-dom';
import styles from './hint.module.css';

/** A tooltip at a position: the full text of a cut text, or a cell's name. It takes neither pointer nor focus. */
export function Hint({ at, children }: { at: DOMRect; children: string }) {
  const below = at.top < 48;
  const style = {
    left: Math.max(8, Math.min(at.left, window.innerWidth - 336)),
    top: below ? at.bottom + 4 : at.top - 4,
  };
  return createPortal(
    <div role="tooltip" className={below ? styles.hint : styles.above} style={style}>
      {children}
    </div>,
    document.body,
  );
}
