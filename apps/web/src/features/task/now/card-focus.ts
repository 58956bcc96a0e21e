import { getFocusedElement } from '../../../lib/focus.ts';
import { isFocusedRowRemoved } from '../../../ui/data-table/data-table-keys.ts';

/** True if the focus can move to the card: no element has it, or it is on a removed row or on the card. */
export function canMoveFocusToCard(): boolean {
  const focusedElement = getFocusedElement();
  if (focusedElement === null || isFocusedRowRemoved()) return true;
  return focusedElement.id === 'content' || focusedElement.closest('[data-current-task]') !== null;
}
