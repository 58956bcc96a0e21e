import { focused } from '../../../lib/focus.ts';
import { isRowGone } from '../../../ui/data-table/data-table-keys.ts';

/**
 * Whether the focus stands nowhere in particular, where a row was that has left its list, or on the card itself: then it goes where the next
 * key is needed.
 */
export function focusIsFree(): boolean {
  const at = focused();
  if (at === null || isRowGone()) return true;
  return at.id === 'content' || at.closest('[data-now]') !== null;
}
