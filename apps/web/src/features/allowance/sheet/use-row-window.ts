import { useLayoutEffect, useState, type RefObject } from 'react';
import { usePrinting } from '../../../lib/device.ts';

/** As high as the sheet's rows, head and foot stand in its style sheet. */
const ROW = 28;
const HEAD = 36;
const FOOT = 30;
/** Rows drawn beyond what is seen; the window moves by so many at a time. */
const BEYOND = 10;
const STEP = 5;

/** Rows that follow each other, and how high those left out before them would stand. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly above: number;
}

/** Which rows are drawn, and how high those after the last would stand. */
interface RowWindow {
  readonly parts: readonly Part[];
  readonly below: number;
}

/** The rows in sight, and the kept one where it is not among them. */
function windowOf(from: number, to: number, count: number, kept: number): RowWindow {
  const spans = [{ from, to }];
  if (kept >= 0 && kept < from) spans.unshift({ from: kept, to: kept + 1 });
  if (kept >= to) spans.push({ from: kept, to: kept + 1 });
  const parts = spans.map((span, at) => ({ ...span, above: (span.from - (spans[at - 1]?.to ?? 0)) * ROW }));
  return { parts, below: (count - spans.at(-1)!.to) * ROW };
}

/** Of a long sheet only the rows in sight are drawn, those around, and the one the keyboard is in (`kept`, else -1); on paper all. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, kept: number): RowWindow {
  const [seen, setSeen] = useState({ from: 0, to: 40 });
  const printing = usePrinting();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / ROW / STEP) * STEP;
      const last = Math.ceil((element.scrollTop + element.clientHeight) / ROW / STEP) * STEP;
      const [from, to] = [Math.max(0, first - BEYOND), last + BEYOND];
      setSeen((was) => (was.from === from && was.to === to ? was : { from, to }));
    };
    look();
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  if (printing) return { parts: [{ from: 0, to: count, above: 0 }], below: 0 };
  const to = Math.min(count, seen.to);
  return windowOf(Math.min(seen.from, to), to, count, kept);
}

/** Brings a row out from under head and foot, drawn or not. */
export function showRow(scroller: HTMLElement | null, index: number): void {
  if (!scroller) return;
  const top = index * ROW;
  const room = scroller.clientHeight - HEAD - FOOT;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + ROW > scroller.scrollTop + room) scroller.scrollTop = top + ROW - room;
}
