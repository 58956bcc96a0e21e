/** The element with the keyboard focus; null where the focus is nowhere, because the element that had it is gone. */
export const focused = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : null;

/**
 * Items that keys go through, by the data attribute of their element: `data-row="12"` is row 12 of a table. Lists mix with what others draw
 * among their items (opened rows, virtual rows, columns), so their order is read from the page and from no list of refs.
 */
type Kind = 'row' | 'edit' | 'select' | 'card' | 'column' | 'editor' | 'message';

/** All items of a kind within an element, in the order they are read. */
export const itemsIn = (within: ParentNode | null | undefined, kind: Kind): HTMLElement[] => [
  ...(within?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? []),
];

/** The item of a kind that shows this record, wherever on the page it is now. */
export const itemOf = (kind: Kind, id: number | string): HTMLElement | null =>
  document.querySelector(`[data-${kind}="${CSS.escape(String(id))}"]`);
