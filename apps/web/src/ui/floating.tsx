import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { getFocusedElement } from '../lib/focus.ts';
import styles from './floating.module.css';
import { useBackCloses } from './overlay/back-closes.ts';

interface FloatingProps {
  /** The element above the panel. */
  anchor: HTMLElement;
  /** Accessible name of the panel, for screen readers. */
  label: string;
  onClose: () => void;
  /** True if the focus does not move, because the panel only extends a field. */
  keepFocus?: boolean;
  children: ReactNode;
}

const GAP = 4;
const EDGE = 8;

/**
 * A small panel under the element that opened it, with the focus in it. Escape, Back and a press elsewhere close it, and pickers opened
 * from inside count as inside.
 */
export function Floating({ anchor, label, onClose, keepFocus = false, children }: FloatingProps) {
  const closeAndFocus = () => {
    onClose();
    anchor.focus();
  };
  useBackCloses(closeAndFocus, !keepFocus);
  const panel = useRef<HTMLDivElement>(null);
  const pressedInside = useRef(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return undefined;
    const place = () => {
      const anchorRect = anchor.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = element;
      const below =
        anchorRect.bottom + GAP + height <= window.innerHeight - EDGE ||
        anchorRect.top < window.innerHeight - anchorRect.bottom;
      element.style.left = `${Math.max(EDGE, Math.min(anchorRect.left, window.innerWidth - width - EDGE))}px`;
      element.style.top = `${Math.max(EDGE, below ? anchorRect.bottom + GAP : anchorRect.top - GAP - height)}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(element);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, { capture: true });
    };
  }, [anchor]);

  useEffect(() => {
    const element = panel.current;
    if (!keepFocus && element && !element.contains(getFocusedElement())) (findTabStops(element)[0] ?? element).focus();
  }, [keepFocus]);

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const isInside = pressedInside.current || (event.target instanceof Node && anchor.contains(event.target));
      pressedInside.current = false;
      if (!isInside) close.current();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [anchor]);

  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={styles.floating}
      // Pickers are rendered in a portal, but their events bubble through here.
      onPointerDown={() => {
        pressedInside.current = true;
      }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.defaultPrevented) return;
        if (event.key === 'Tab') cycleFocus(event);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        closeAndFocus();
      }}
    >
      {children}
    </div>,
    document.body,
  );
}

const TAB_STOPS = 'a[href], button, input, select, textarea, [tabindex]';

/** Finds all elements of the panel that Tab stops at. */
const findTabStops = (panel: HTMLElement) =>
  [...panel.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.getClientRects().length > 0,
  );

/** Cycles Tab in the panel. The panel is the last element of the page, so that Tab would otherwise jump to the top of the page. */
function cycleFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: panel, target, shiftKey } = event;
  const stops = findTabStops(panel);
  const [first, last] = [stops[0] ?? panel, stops.at(-1) ?? panel];
  if (target !== panel && target !== (shiftKey ? first : last)) return;
  event.preventDefault();
  (shiftKey ? last : first).focus();
}
