import { Suspense, useLayoutEffect, useState } from 'react';
import { Modal as Plain, type ModalProps } from 'antd';
import { useBackCloses } from './back-closes.ts';
import { useFocusBack } from './use-focus-back.ts';

interface OwnModalProps extends Omit<ModalProps, 'onCancel'> {
  onCancel?: () => void;
  /** Who answers Back. Everything that is asked here is left by it as by Cancel, and what only its own button closes stays. */
  back?: 'closes' | 'somebody else';
}

/**
 * Ant Design's dialog with the focus and Back of this product. Its OK button is disabled while the code or the words of its content are being
 * fetched: a form that is not on the screen yet would be sent without its fields.
 */
export function Modal({ back = 'closes', children, okButtonProps, ...props }: OwnModalProps) {
  const [isLoading, setLoading] = useState(false);
  useFocusBack();
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

/** Reports to the dialog that its content is still being fetched. */
function Loading({ onChange }: { onChange: (isLoading: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}
