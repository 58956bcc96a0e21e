import { Suspense } from 'react';
import { Modal as Plain, type ModalProps } from 'antd';
import { useBackCloses } from './back-closes.ts';
import { useFocusBack } from './use-focus-back.ts';

interface OwnModalProps extends Omit<ModalProps, 'onCancel'> {
  onCancel?: () => void;
  /** Who answers Back. Everything that is asked here is left by it as by Cancel, and what only its own button closes stays. */
  back?: 'closes' | 'somebody else';
}

/** Ant Design's dialog, as all of ours are: with the focus it does as `Drawer` does. */
export function Modal({ back = 'closes', children, ...props }: OwnModalProps) {
  useFocusBack();
  useBackCloses(
    () => {
      if (props.closable !== false) props.onCancel?.();
    },
    back === 'closes' && props.open === true,
  );
  return (
    <Plain {...props}>
      <Suspense>{children}</Suspense>
    </Plain>
  );
}
