import { useLayoutEffect } from 'react';

/**
 * Shows this view without the frame. An attribute at the root marks it, because `:has` in the frame's styles would recalculate every
 * element on each change.
 */
export function useFullscreen(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.fullscreen = '';
    return () => {
      delete document.documentElement.dataset.fullscreen;
    };
  }, []);
}
