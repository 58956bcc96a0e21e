import type { KeyboardEvent } from 'react';
import { focused } from '../../../lib/focus.ts';

const cardsIn = (column: Element | null | undefined) => [
  ...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? []),
];

function focusCard(card: HTMLElement | undefined): void {
  card?.focus();
  card?.closest('[data-request]')?.scrollIntoView({ block: 'nearest' });
}

/** To the next or the previous card of the column with the focus; to the board's first card when none has it. */
export function stepInColumn(root: HTMLElement | null, by: 1 | -1): void {
  const active = focused()?.closest('[data-request]')?.querySelector<HTMLElement>('[data-card]');
  if (!active || !root?.contains(active)) return focusCard(cardsIn(root)[0]);
  const cards = cardsIn(active.closest('[data-column]'));
  focusCard(cards[cards.indexOf(active) + by]);
}

/** To the card beside it, at the same height as far as there is one; over columns without cards. */
function stepAside(root: HTMLElement, active: HTMLElement, by: 1 | -1): void {
  const own = active.closest('[data-column]');
  const columns = [...root.querySelectorAll('[data-column]')];
  const place = cardsIn(own).indexOf(active);
  for (let at = columns.findIndex((column) => column === own) + by; columns[at]; at += by) {
    const cards = cardsIn(columns[at]);
    if (cards.length > 0) return focusCard(cards[Math.min(place, cards.length - 1)]);
  }
}

/** Arrows from card to card while one has the focus; with Shift they move the card itself a column back or on. */
export function onBoardKeyDown(event: KeyboardEvent<HTMLElement>, move: (by: 1 | -1) => void): void {
  const active = event.target;
  if (!(active instanceof HTMLElement) || active.dataset.card === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const root = event.currentTarget;
  switch (event.key) {
    case 'ArrowDown':
      stepInColumn(root, 1);
      break;
    case 'ArrowUp':
      stepInColumn(root, -1);
      break;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = event.key === 'ArrowLeft' ? -1 : 1;
      if (event.shiftKey) move(by);
      else stepAside(root, active, by);
      break;
    }
    default:
      return;
  }
  event.preventDefault();
}
