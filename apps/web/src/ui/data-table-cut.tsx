import { useEffect, useState, type RefObject } from 'react';
import styles from './data-table.module.css';
import { Hint } from './hint.tsx';

/** Text that is cut at its cell's end, or at the end of its second line; in full on hover and when its row has the focus. */
export function Cut({ children, lines = 1 }: { children: string; lines?: 1 | 2 }) {
  return (
    <span className={lines === 2 ? styles.cutLater : styles.cut} data-cut>
      {children}
    </span>
  );
}

/** A whole line more than there is room for, or a line that is too long. */
const isCutOff = (cut: HTMLElement) => cut.scrollWidth > cut.clientWidth || cut.scrollHeight > cut.clientHeight + 8;

/** One floating hint for all cut texts of a table: fifty tooltips would cost more than the table. */
export function CutHints({ within }: { within: RefObject<HTMLElement | null> }) {
  const [hint, setHint] = useState<{ at: DOMRect; text: string } | null>(null);

  useEffect(() => {
    const root = within.current;
    if (!root) return undefined;
    const showFor = (cut: Element | null | undefined) => {
      const isCut = cut instanceof HTMLElement && isCutOff(cut);
      setHint(isCut ? { at: cut.getBoundingClientRect(), text: cut.textContent ?? '' } : null);
    };
    const over = (event: Event) => event.target instanceof Element && showFor(event.target.closest('[data-cut]'));
    const focus = (event: FocusEvent) => {
      const target = event.target instanceof Element && event.target.matches(':focus-visible') ? event.target : null;
      const cuts = target ? [...target.querySelectorAll<HTMLElement>('[data-cut]')] : [];
      showFor(target?.closest('[data-cut]') ?? cuts.find(isCutOff));
    };
    const hide = () => setHint(null);
    root.addEventListener('pointerover', over);
    root.addEventListener('pointerleave', hide);
    root.addEventListener('focusin', focus);
    root.addEventListener('focusout', hide);
    root.addEventListener('scroll', hide, { passive: true });
    return () => {
      root.removeEventListener('pointerover', over);
      root.removeEventListener('pointerleave', hide);
      root.removeEventListener('focusin', focus);
      root.removeEventListener('focusout', hide);
      root.removeEventListener('scroll', hide);
    };
  }, [within]);

  return hint && <Hint at={hint.at}>{hint.text}</Hint>;
}
