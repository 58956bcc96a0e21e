import { Suspense } from 'react';
import { Drawer as Plain, type DrawerProps } from 'antd';
import { useNarrow } from '../data-table/columns/data-table-narrow.ts';
import { useFocusBack } from './use-focus-back.ts';

/** How wide what stands beside a list is; where parts have no room side by side it covers the page. */
const WIDTHS = {
  /** Fields below each other, or a choice. */
  form: 480,
  /** A record to read, and fields side by side. */
  record: 640,
  /** A calendar, or what is compared in columns. */
  wide: 960,
} as const;

interface OwnDrawerProps extends Omit<DrawerProps, 'size' | 'width'> {
  width: keyof typeof WIDTHS | 'page';
}

/**
 * Ant Design's drawer, as all of ours are: it gives the focus back also where it is taken off the page while it is open, and keeps it while
 * words or parts of what it shows are still on their way.
 */
export function Drawer({ width, children, ...props }: OwnDrawerProps) {
  const narrow = useNarrow();
  useFocusBack();
  return (
    // By its name toasts stand beside it, not over its title.
    <Plain {...props} rootClassName={`drawer-${width}`} size={narrow || width === 'page' ? '100%' : WIDTHS[width]}>
      <Suspense>{children}</Suspense>
    </Plain>
  );
}
