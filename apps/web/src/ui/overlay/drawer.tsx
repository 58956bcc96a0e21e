import { Drawer as Plain, type DrawerProps } from 'antd';
import { Suspense } from 'react';
import { useFocusBack } from './use-focus-back.ts';

/**
 * Ant Design's drawer, as all of ours are: it gives the focus back also where it is taken off the page while it is open, and keeps it while
 * words or parts of what it shows are still on their way.
 */
export function Drawer({ children, ...props }: DrawerProps) {
  useFocusBack();
  return (
    <Plain {...props}>
      <Suspense fallback={null}>{children}</Suspense>
    </Plain>
  );
}
