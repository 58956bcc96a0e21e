import { showCell } from '../../../ui/grid/grid-moves.ts';
import { cellId } from './sheet-row.tsx';

/** Nobody has this id: the cells of the head. */
export const HEAD = 0;

/** Brings a day out from under the columns that stay, before the days and after them; on a phone those after go along. */
export function showDay(scroller: HTMLElement | null, at: number): void {
  const cells = [...(scroller?.querySelector('[role="row"]')?.children ?? [])];
  const staying = (some: readonly Element[]) =>
    some.reduce((sum, cell) => sum + (getComputedStyle(cell).position === 'sticky' ? cell.clientWidth : 0), 0);
  showCell(scroller, cellId(HEAD, at), staying(cells.slice(0, 1)), staying(cells.slice(-3)));
}

/** The same when the sheet opens: whole days from the first column on, so that no figure is cut in half. */
export function showFirst(scroller: HTMLElement | null, at: number): void {
  showDay(scroller, at);
  const width = document.getElementById(cellId(HEAD, at))?.offsetWidth;
  if (scroller && width) scroller.scrollLeft = Math.ceil(scroller.scrollLeft / width) * width;
}
