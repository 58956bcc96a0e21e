import { useLayoutEffect } from 'react';
import { useDark } from '../../lib/device.ts';

/** Sets light or dark on the document, for everything drawn without Ant Design. */
export function usePageTheme(): void {
  const dark = useDark();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }, [dark]);
}
