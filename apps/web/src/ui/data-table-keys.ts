import type { KeyboardEvent, RefObject } from 'react';
import { useShortcuts } from '../lib/keyboard.ts';

const rowsIn = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];

/** Moves the focus among all rows on screen, those inside opened rows too, in the order they are read. */
function step(root: HTMLElement | null, by: number) {
  const rows = rowsIn(root);
  const at = rows.findIndex((row) => row === document.activeElement?.closest('[data-row]'));
  const next = rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))];
  next?.focus();
}

const pressSelect = () =>
  document.activeElement?.closest('[data-row]')?.querySelector<HTMLInputElement>('input[data-select]')?.click();

/** J/K between rows, X selects: single keys, on wherever the focus is; they obey the person's switch (quality 6). */
export function useRowShortcuts(root: RefObject<HTMLElement | null>) {
  useShortcuts({
    j: () => step(root.current, 1),
    k: () => step(root.current, -1),
    x: () => pressSelect(),
  });
}

/** Arrows, Home, End, Space and Enter while a row itself has the focus; a control inside it keeps its own keys. */
export function onRowKeyDown(event: KeyboardEvent<HTMLElement>, open: (row: HTMLElement) => void) {
  const row = event.target;
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const root = event.currentTarget;
  switch (event.key) {
    case 'ArrowDown':
      step(root, 1);
      break;
    case 'ArrowUp':
      step(root, -1);
      break;
    case 'Home':
      rowsIn(root)[0]?.focus();
      break;
    case 'End':
      rowsIn(root).at(-1)?.focus();
      break;
    case ' ':
      pressSelect();
      break;
    case 'Enter':
      open(row);
      break;
    default:
      return;
  }
  event.preventDefault();
}
