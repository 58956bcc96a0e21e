import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

interface Options {
  scroller: RefObject<HTMLElement | null>;
  /** A cell is being edited: nothing moves under it. */
  still: boolean;
  /** Called before the paint, once for all cells that changed since the last one. */
  onGrown: (table: HTMLTableElement) => void;
}

/**
 * Tells of figures, days and states that changed in rows already drawn: a word that is read beside the rows, a time that goes
 * on. Names are cut with an ellipsis and move nothing. While a pointer is down in the table or a cell is edited, it waits.
 */
export function useGrownCells({ scroller, still, onGrown }: Options): void {
  /** Kept while an editor is open, which ends the watching. */
  const waits = useRef(false);
  const tell = useEffectEvent(onGrown);
  useEffect(() => {
    const root = scroller.current;
    const table = root?.querySelector<HTMLTableElement>(':scope > table');
    if (!root || !table) return undefined;
    let frame = 0;
    let pressed = false;
    const soon = () => {
      if (!waits.current || pressed || still || frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        waits.current = false;
        tell(table);
      });
    };
    const isExact = ({ target }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement;
      return element?.closest('td[data-kind="exact"]')?.closest('table') === table;
    };
    const observer = new MutationObserver((changes) => {
      waits.current ||= changes.some(isExact);
      soon();
    });
    observer.observe(table, { subtree: true, childList: true, characterData: true });
    const press = () => {
      pressed = true;
      cancelAnimationFrame(frame);
      frame = 0;
    };
    const release = () => {
      pressed = false;
      soon();
    };
    table.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
    soon();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      table.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
    };
  }, [scroller, still]);
}
