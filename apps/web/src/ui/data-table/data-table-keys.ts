import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { focused, itemsIn } from '../../lib/focus.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { isKey, type KeyId } from '../../lib/keys.ts';
import type { RowKey } from './data-table-row.tsx';

/** The active row: the one that contains the focus. */
const activeRow = () => focused()?.closest<HTMLElement>('[data-row]') ?? null;

/** The active row of a list, which single keys and screen actions use. */
export function findActive<R>(rows: readonly R[], rowKey: (row: R) => RowKey): R | undefined {
  const key = activeRow()?.dataset.row;
  return key === undefined ? undefined : rows.find((row) => String(rowKey(row)) === key);
}

/** Moves the focus among all visible rows in document order, also inside opened rows. */
function step(root: HTMLElement | null, by: number) {
  const rows = itemsIn(root, 'row');
  const gone = root?.dataset.rowGone;
  const at = rows.findIndex((row) => row === activeRow());
  const place = at === -1 ? placeOfGone(rows, gone, by) : at + by;
  rows[Math.max(0, Math.min(rows.length - 1, place))]?.focus();
}

/** The start without a focused row: next to the row that left, else at either end. */
function placeOfGone(rows: readonly HTMLElement[], gone: string | undefined, by: number): number {
  const after = gone === undefined ? -1 : rows.findIndex((row) => row.dataset.row === gone);
  if (after >= 0) return by > 0 ? after : after - 1;
  return by > 0 && gone === undefined ? 0 : rows.length - 1;
}

/** Whether the focused row has left its list. Single keys then do nothing until the user chooses a row. */
export const isRowGone = (): boolean => focused()?.dataset.rowGone !== undefined;

function standWhereRowWas(list: HTMLElement, after: RowKey | undefined): void {
  list.dataset.rowGone = String(after ?? '');
  list.tabIndex = -1;
  list.focus({ preventScroll: true });
  const leave = () => {
    delete list.dataset.rowGone;
    list.removeAttribute('tabindex');
  };
  list.addEventListener('blur', leave, { once: true });
}

/** Keeps the focus in the list when its row leaves: at the same place, on no row. `rowGone` names the row that is there now. */
export function useFocusOfGoneRow(root: RefObject<HTMLElement | null>, keys: readonly RowKey[]) {
  const held = useRef<{ key: string; among: readonly RowKey[] } | null>(null);
  useLayoutEffect(() => {
    if (held.current === null) return;
    const { key, among } = held.current;
    if (keys.some((one) => String(one) === key)) {
      held.current = { key, among: keys };
      return;
    }
    held.current = null;
    const element = root.current;
    if (!element || focused()) return;
    const still = new Set(keys);
    const after = among.slice(among.findIndex((one) => String(one) === key) + 1).find((one) => still.has(one));
    standWhereRowWas(element, after);
  }, [keys, root]);
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>('[data-row]');
      const own = row?.closest('[data-cells]') === currentTarget;
      held.current = own && row?.dataset.row !== undefined ? { key: row.dataset.row, among: keys } : null;
    },
    // A removed row keeps its place. Focus that leaves on purpose does not.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => queueMicrotask(() => target.isConnected && forgetUnlessInside()),
  };

  function forgetUnlessInside() {
    if (!root.current?.contains(focused())) held.current = null;
  }
}

/** Moves to the first or last row. A long page draws them only after scrolling. */
function toEnd(root: HTMLElement, which: 0 | -1) {
  root.scrollTop = which === 0 ? 0 : root.scrollHeight;
  requestAnimationFrame(() => requestAnimationFrame(() => itemsIn(root, 'row').at(which)?.focus()));
}

/** Moves the focus to the row where a list's keys begin. */
export const focusRows = (): void =>
  itemsIn(document, 'row')
    .find((row) => row.tabIndex === 0)
    ?.focus({ preventScroll: true });

/** Moves the focus to the row in place of the removed element, if the focus is lost and there is one. */
export function focusRowsIfLost(): void {
  const at = focused();
  if (at && isRowGone()) step(at, 1);
  else if (!at) focusRows();
}

/** With Shift, selects all rows from the previously selected one to this one. */
const pressSelect = (shiftKey: boolean) =>
  itemsIn(activeRow(), 'select')[0]?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }),
  );

const OPENS: readonly KeyId[] = ['open_row'];
const NOTHING: readonly KeyId[] = [];

interface RowKeys {
  /** Opens a cell's editor. Undefined without editable cells. */
  edit: ((cell: Element) => void) | undefined;
  selects: boolean;
  opens: boolean;
}

/** Single keys for the focused row, wherever it is on the page. The user can turn them off (quality 6). */
export function useRowShortcuts(root: RefObject<HTMLElement | null>, { edit, selects, opens }: RowKeys) {
  useShortcuts(
    {
      next_row: () => step(root.current, 1),
      previous_row: () => step(root.current, -1),
      select_row: selects ? (event) => pressSelect(event.shiftKey) : undefined,
      edit_cell:
        edit &&
        (() => {
          const row = activeRow();
          const [cell] = root.current?.contains(row) ? itemsIn(row, 'edit') : [];
          if (cell) edit(cell);
        }),
    },
    { own: opens ? OPENS : NOTHING },
  );
}

/** Arrows, Home, End, Space and Enter while the row itself has the focus. Controls in it keep their own keys. */
export function onRowKeyDown(event: KeyboardEvent<HTMLElement>, open: (row: HTMLElement) => void) {
  const row = event.target;
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const root = event.currentTarget;
  if (isKey(event, 'open_row')) {
    open(row);
    event.preventDefault();
    return;
  }
  switch (event.key) {
    case 'ArrowDown':
      step(root, 1);
      break;
    case 'ArrowUp':
      step(root, -1);
      break;
    case 'Home':
      toEnd(root, 0);
      break;
    case 'End':
      toEnd(root, -1);
      break;
    case ' ':
      pressSelect(event.shiftKey);
      break;
    default:
      return;
  }
  event.preventDefault();
}
