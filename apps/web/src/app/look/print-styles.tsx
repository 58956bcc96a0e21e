import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { setPrinting } from '../../lib/device.ts';
import './print-styles.css';

/** How the page is told on paper and in the system's own colours (print-styles.css); paper is light whatever the screen is. */
export function OtherMedia() {
  useEffect(() => {
    // At once: the browser draws its paper as soon as it has told.
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
