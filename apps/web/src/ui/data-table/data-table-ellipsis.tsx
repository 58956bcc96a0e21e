import { useEffect, useState, type RefObject } from 'react';
import styles from './data-table-ellipsis.module.css';
import { Hint } from '../feedback/hint.tsx';

/** Text with an ellipsis after one or two lines. The full text is shown on hover and when its row has the focus. */
export function Ellipsis({ children, lines = 1 }: { children: string; lines?: 1 | 2 }) {
  return (
    <span className={lines === 2 ? styles.ellipsisTwoLines : 'ellipsis block'} data-ellipsis>
      {children}
    </span>
  );
}

/** True if a text has a hidden line or a line that is too long. */
const isCutOff = (text: HTMLElement) =>
  text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 8;

/** One shared hint for all cut texts of a table, because fifty tooltips would be slow. */
export function EllipsisHints({ within }: { within: RefObject<HTMLElement | null> }) {
  const [hint, setHint] = useState<{ at: DOMRect; text: string } | null>(null);

  useEffect(() => {
    const root = within.current;
    if (!root) return undefined;
    const showFor = (text: Element | null | undefined) => {
      const isCut = text instanceof HTMLElement && isCutOff(text);
      setHint(isCut ? { at: text.getBoundingClientRect(), text: text.textContent ?? '' } : null);
    };
    const onPointerOver = (event: Event) =>
      event.target instanceof Element && showFor(event.target.closest('[data-ellipsis], td[data-kind="exact"]'));
    const onFocusIn = (event: FocusEvent) => {
      const target = event.target instanceof Element && event.target.matches(':focus-visible') ? event.target : null;
      const texts = target ? [...target.querySelectorAll<HTMLElement>('[data-ellipsis]')] : [];
      showFor(target?.closest('[data-ellipsis]') ?? texts.find(isCutOff));
    };
    const hide = () => setHint(null);
    root.addEventListener('pointerover', onPointerOver);
    root.addEventListener('pointerleave', hide);
    root.addEventListener('focusin', onFocusIn);
    root.addEventListener('focusout', hide);
    root.addEventListener('scroll', hide, { passive: true });
    return () => {
      root.removeEventListener('pointerover', onPointerOver);
      root.removeEventListener('pointerleave', hide);
      root.removeEventListener('focusin', onFocusIn);
      root.removeEventListener('focusout', hide);
      root.removeEventListener('scroll', hide);
    };
  }, [within]);

  return hint && <Hint at={hint.at}>{hint.text}</Hint>;
}
