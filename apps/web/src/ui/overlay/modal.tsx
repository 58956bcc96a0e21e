import { Modal as Plain, type ModalProps } from 'antd';
import { Suspense } from 'react';
import { useFocusBack } from './use-focus-back.ts';

/** Ant Design's dialog, as all of ours are: with the focus it does as `Drawer` does. */
export function Modal({ children, ...props }: ModalProps) {
  useFocusBack();
  return (
    <Plain {...props}>
      <Suspense fallback={null}>{children}</Suspense>
    </Plain>
  );
}
