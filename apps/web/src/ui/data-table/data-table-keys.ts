import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { getFocusedElement, findItems } from '../../lib/focus.ts';
import { useShortcuts } from '../../lib/keyboard.ts';
import { isKey, type KeyId } from '../../lib/keys.ts';
import type { RowKey } from './data-table-row.tsx';

/** Returns the active row: the row that contains the focus. */
const getActiveRow = () => getFocusedElement()?.closest<HTMLElement>('[data-row]') ?? null;

/** Finds the active row of a list, which single keys and screen actions use. */
export function findActiveRow<R>(rows: readonly R[], rowKey: (row: R) => RowKey): R | undefined {
  const key = getActiveRow()?.dataset.row;
  return key === undefined ? undefined : rows.find((row) => String(rowKey(row)) === key);
}

/** Moves the focus between all visible rows in document order, also inside opened rows. */
function moveFocus(root: HTMLElement | null, by: number) {
  const rows = findItems(root, 'row');
  const removedKey = root?.dataset.rowGone;
  const at = rows.findIndex((row) => row === getActiveRow());
  const target = at === -1 ? getIndexAfterRemoval(rows, removedKey, by) : at + by;
  rows[Math.max(0, Math.min(rows.length - 1, target))]?.focus();
}

/** Returns the start index if no row has the focus: next to the row that left, else at either end. */
function getIndexAfterRemoval(rows: readonly HTMLElement[], removedKey: string | undefined, by: number): number {
  const after = removedKey === undefined ? -1 : rows.findIndex((row) => row.dataset.row === removedKey);
  if (after >= 0) return by > 0 ? after : after - 1;
  return by > 0 && removedKey === undefined ? 0 : rows.length - 1;
}

/** True if the focused row has left its list. Single keys then do nothing until the user chooses a row. */
export const isFocusedRowRemoved = (): boolean => getFocusedElement()?.dataset.rowGone !== undefined;

function focusListInPlaceOfRow(list: HTMLElement, after: RowKey | undefined): void {
  list.dataset.rowGone = String(after ?? '');
  list.tabIndex = -1;
  list.focus({ preventScroll: true });
  const clearMark = () => {
    delete list.dataset.rowGone;
    list.removeAttribute('tabindex');
  };
  list.addEventListener('blur', clearMark, { once: true });
}

/** Restores the focus in the list when its row leaves: at the same position, on no row. `rowGone` names the row that is there now. */
export function useFocusOfRemovedRow(root: RefObject<HTMLElement | null>, keys: readonly RowKey[]) {
  const focusedRow = useRef<{ key: string; keysBefore: readonly RowKey[] } | null>(null);
  useLayoutEffect(() => {
    if (focusedRow.current === null) return;
    const { key, keysBefore } = focusedRow.current;
    if (keys.some((item) => String(item) === key)) {
      focusedRow.current = { key, keysBefore: keys };
      return;
    }
    focusedRow.current = null;
    const element = root.current;
    if (!element || getFocusedElement()) return;
    const currentKeys = new Set(keys);
    const after = keysBefore
      .slice(keysBefore.findIndex((item) => String(item) === key) + 1)
      .find((item) => currentKeys.has(item));
    focusListInPlaceOfRow(element, after);
  }, [keys, root]);
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>('[data-row]');
      const isOwnRow = row?.closest('[data-cells]') === currentTarget;
      focusedRow.current =
        isOwnRow && row?.dataset.row !== undefined ? { key: row.dataset.row, keysBefore: keys } : null;
    },
    // The position of a removed row is remembered. The position is cleared if the user moves the focus.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => queueMicrotask(() => target.isConnected && forgetUnlessInside()),
  };

  function forgetUnlessInside() {
    if (!root.current?.contains(getFocusedElement())) focusedRow.current = null;
  }
}

/** Moves to the first or last row. A long page draws them only after scrolling. */
function focusEdgeRow(root: HTMLElement, edge: 0 | -1) {
  root.scrollTop = edge === 0 ? 0 : root.scrollHeight;
  requestAnimationFrame(() => requestAnimationFrame(() => findItems(root, 'row').at(edge)?.focus()));
}

/** Moves the focus to the row where a list's keys begin. */
export const focusRows = (): void =>
  findItems(document, 'row')
    .find((row) => row.tabIndex === 0)
    ?.focus({ preventScroll: true });

/** Moves the focus to the row at the position of the removed element, if the focus is lost and there is a row. */
export function focusRowsIfLost(): void {
  const at = getFocusedElement();
  if (at && isFocusedRowRemoved()) moveFocus(at, 1);
  else if (!at) focusRows();
}

/** Selects a row. With Shift, selects all rows from the previously selected row to this row. */
const pressSelect = (shiftKey: boolean) =>
  findItems(getActiveRow(), 'select')[0]?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }),
  );

const OPEN_KEYS: readonly KeyId[] = ['openRow'];
const NO_KEYS: readonly KeyId[] = [];

interface RowKeys {
  /** Opens a cell's editor. Undefined without editable cells. */
  edit: ((cell: Element) => void) | undefined;
  canSelect: boolean;
  canOpen: boolean;
}

/** Sets single keys for the focused row, anywhere on the page. The user can turn them off (quality 6). */
export function useRowShortcuts(root: RefObject<HTMLElement | null>, { edit, canSelect, canOpen }: RowKeys) {
  useShortcuts(
    {
      nextRow: () => moveFocus(root.current, 1),
      previousRow: () => moveFocus(root.current, -1),
      selectRow: canSelect ? (event) => pressSelect(event.shiftKey) : undefined,
      editCell:
        edit &&
        (() => {
          const row = getActiveRow();
          const [cell] = root.current?.contains(row) ? findItems(row, 'edit') : [];
          if (cell) edit(cell);
        }),
    },
    { handledKeys: canOpen ? OPEN_KEYS : NO_KEYS },
  );
}

/** Handles arrows, Home, End, Space and Enter while the row itself has the focus. Controls in the row handle their own keys. */
export function onRowKeyDown(event: KeyboardEvent<HTMLElement>, open: (row: HTMLElement) => void) {
  const row = event.target;
  if (!(row instanceof HTMLElement) || row.dataset.row === undefined || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const root = event.currentTarget;
  if (isKey(event, 'openRow')) {
    open(row);
    event.preventDefault();
    return;
  }
  switch (event.key) {
    case 'ArrowDown':
      moveFocus(root, 1);
      break;
    case 'ArrowUp':
      moveFocus(root, -1);
      break;
    case 'Home':
      focusEdgeRow(root, 0);
      break;
    case 'End':
      focusEdgeRow(root, -1);
      break;
    case ' ':
      pressSelect(event.shiftKey);
      break;
    default:
      return;
  }
  event.preventDefault();
}
