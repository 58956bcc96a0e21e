import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { setPrinting } from '../../lib/device.ts';
import './print-styles.css';

/** Styles for paper and for forced system colours (print-styles.css). Paper is light, also on a dark screen. */
export function PrintStyles() {
  useEffect(() => {
    // Rendered synchronously, because the browser draws the paper right after the event.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return null;
}
