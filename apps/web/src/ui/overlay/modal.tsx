import { Suspense, useLayoutEffect, useState } from 'react';
import { Modal as Plain, type ModalProps } from 'antd';
import { useBackCloses } from './back-closes.ts';
import { useFocusRestore } from './use-focus-restore.ts';

interface OwnModalProps extends Omit<ModalProps, 'onCancel'> {
  onCancel?: () => void;
  /** The handler of Back. Dialogs close as with Cancel, except those that only their own button closes. */
  back?: 'closes' | 'somebody else';
}

/**
 * Ant Design's dialog with this product's focus and Back. OK is disabled while code or texts of its content are loading, because the form
 * would be sent without its fields.
 */
export function Modal({ back = 'closes', children, okButtonProps, ...props }: OwnModalProps) {
  const [isLoading, setLoading] = useState(false);
  useFocusRestore();
  useBackCloses(
    () => {
      if (props.closable !== false) props.onCancel?.();
    },
    back === 'closes' && props.open === true,
  );
  return (
    <Plain {...props} okButtonProps={isLoading ? { ...okButtonProps, disabled: true } : (okButtonProps ?? {})}>
      <Suspense fallback={<Loading onChange={setLoading} />}>{children}</Suspense>
    </Plain>
  );
}

/** Reports to the dialog that its content is loading. */
function Loading({ onChange }: { onChange: (isLoading: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}
