import { focused } from '../../../lib/focus.ts';
import { isRowGone } from '../../../ui/data-table/data-table-keys.ts';

/** True if the focus can move to the card: no element has it, or it is on a removed row or on the card. */
export function focusIsFree(): boolean {
  const at = focused();
  if (at === null || isRowGone()) return true;
  return at.id === 'content' || at.closest('[data-now]') !== null;
}
