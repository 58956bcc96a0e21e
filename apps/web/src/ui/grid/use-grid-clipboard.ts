import { useEffect, useEffectEvent, useRef } from 'react';

interface GridClipboard {
  /** What a copy takes; null when nothing is selected. */
  copied: () => string | null;
  cut: () => void;
  paste: (text: string) => void;
}

/**
 * Copy, cut and paste of a grid while it has the focus. Listened to on the document: the browser sends these events to where the
 * text caret was last, which after an editor has closed may be a cell, a field that has gone, or the page.
 */
export function useGridClipboard({ copied, cut, paste }: GridClipboard) {
  const hasFocus = useRef(false);
  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (!hasFocus.current || !event.clipboardData) return;
    if (event.type === 'paste') {
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
      return;
    }
    const text = copied();
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    if (event.type === 'cut') cut();
  });
  useEffect(() => {
    const heard = (event: ClipboardEvent) => onClipboard(event);
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) document.addEventListener(kind, heard);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, heard);
    };
  }, []);
  return {
    /** Called when the grid itself gets the focus, not something in it. */
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
