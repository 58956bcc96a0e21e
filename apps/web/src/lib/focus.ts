/** Returns the element with the keyboard focus. Null if there is none, because the focused element was removed. */
export const getFocusedElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : null;

/**
 * Items that the user moves through with keys, by their data attribute: `data-row="12"` is row 12 of a table. Their order is that of the
 * page, which includes opened rows, virtual rows and columns.
 */
type ItemKind = 'row' | 'edit' | 'select' | 'card' | 'column' | 'editor' | 'message';

/** Finds all items of a kind within an element, in document order. */
export const findItems = (within: ParentNode | null | undefined, kind: ItemKind): HTMLElement[] => [
  ...(within?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? []),
];

/** Finds the item of a kind for this record, anywhere on the page. */
export const findItem = (kind: ItemKind, id: number | string): HTMLElement | null =>
  document.querySelector(`[data-${kind}="${CSS.escape(String(id))}"]`);
