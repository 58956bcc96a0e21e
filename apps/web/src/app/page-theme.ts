import { useLayoutEffect } from 'react';
import { useDark } from '../lib/device.ts';

/** Puts light or dark on the page itself: everything drawn without Ant Design goes by it. */
export function usePageTheme(): void {
  const dark = useDark();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }, [dark]);
}
