import { Suspense } from 'react';
import { Drawer as Plain, type DrawerProps } from 'antd';
import { useIsNarrow } from '../data-table/columns/window-width.ts';
import { useFocusRestore } from './use-focus-restore.ts';

/** Widths of drawers. On a narrow page they cover it. */
const WIDTHS = {
  /** Fields below each other, or a choice. */
  form: 480,
  /** A record to read, or fields side by side. */
  record: 640,
  /** A calendar, or columns to compare. */
  wide: 960,
} as const;

interface OwnDrawerProps extends Omit<DrawerProps, 'size' | 'width'> {
  width: keyof typeof WIDTHS | 'page';
}

/** Ant Design's drawer. It also restores the focus when it is removed while open, and while its texts or parts load. */
export function Drawer({ width, children, ...props }: OwnDrawerProps) {
  const narrow = useIsNarrow();
  useFocusRestore();
  return (
    // Toasts use its class name to appear next to it, not over its title.
    <Plain {...props} rootClassName={`drawer-${width}`} size={narrow || width === 'page' ? '100%' : WIDTHS[width]}>
      <Suspense>{children}</Suspense>
    </Plain>
  );
}
