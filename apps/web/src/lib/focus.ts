/** The element with the keyboard focus; null where the focus is nowhere, because the element that had it is gone. */
export const focused = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : null;
