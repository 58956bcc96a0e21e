import { useLayoutEffect } from 'react';
import { useIsDark } from '../../lib/device.ts';

/** Sets light or dark on the document, for everything drawn without Ant Design. */
export function usePageTheme(): void {
  const dark = useIsDark();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  }, [dark]);
}
