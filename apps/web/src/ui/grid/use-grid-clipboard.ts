import { useEffect, useEffectEvent, useRef } from 'react';

interface GridClipboard {
  /** Returns the text of a copy. Null if nothing is selected. */
  getCopiedText: () => string | null;
  cut: () => void;
  paste: (text: string) => void;
  /** Closes the open editor. Null if there is none. */
  closeEditor: (() => void) | null;
}

/** True for rows or columns of a sheet. One cell alone can end with a line break. */
const isManyCells = (text: string) => /[\t\n]/.test(text.replace(/\r?\n$/, ''));

/**
 * Handles copy, cut and paste of a focused grid. The document listens, because the browser sends these events to the last text caret.
 * Several cells pasted into an open editor go into the grid.
 */
export function useGridClipboard({ getCopiedText, cut, paste, closeEditor }: GridClipboard) {
  const hasFocus = useRef(false);
  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData) return;
    if (closeEditor && event.type === 'paste' && isManyCells(event.clipboardData.getData('text/plain'))) closeEditor();
    else if (!hasFocus.current) return;
    if (event.type === 'paste') {
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
      return;
    }
    const text = getCopiedText();
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    if (event.type === 'cut') cut();
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => onClipboard(event);
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) document.addEventListener(kind, listener);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, listener);
    };
  }, []);
  return {
    /** Runs when the grid itself receives the focus, not an element in it. */
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
