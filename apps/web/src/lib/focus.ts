/** The element with the keyboard focus. Null if there is none, because the focused element was removed. */
export const getFocusedElement = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : null;

/**
 * Items that keys move through, by the data attribute of their element: `data-row="12"` is row 12 of a table. Lists have other elements
 * among their items (opened rows, virtual rows, columns), so the order comes from the page and not from a list of refs.
 */
type ItemKind = 'row' | 'edit' | 'select' | 'card' | 'column' | 'editor' | 'message';

/** All items of a kind within an element, in document order. */
export const findItems = (within: ParentNode | null | undefined, kind: ItemKind): HTMLElement[] => [
  ...(within?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? []),
];

/** The item of a kind for this record, wherever it is on the page. */
export const findItem = (kind: ItemKind, id: number | string): HTMLElement | null =>
  document.querySelector(`[data-${kind}="${CSS.escape(String(id))}"]`);
