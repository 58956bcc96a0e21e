import { useLayoutEffect } from 'react';

/**
 * Gives this view the whole screen while it is there: the frame leaves around it. It is said at the root, not found out by the frame's
 * styles (`:has`), which would have the browser look at every element of the frame anew whenever something comes or goes in it.
 */
export function useFullscreen(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.alone = '';
    return () => {
      delete document.documentElement.dataset.alone;
    };
  }, []);
}
