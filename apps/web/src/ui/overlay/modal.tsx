import { Modal as Plain, type ModalProps } from 'antd';
import { useFocusBack } from './use-focus-back.ts';
import { Wait } from '../late/wait.tsx';

/** Ant Design's dialog, as all of ours are: with the focus it does as `Drawer` does. */
export function Modal({ children, ...props }: ModalProps) {
  useFocusBack();
  return (
    <Plain {...props}>
      <Wait>{children}</Wait>
    </Plain>
  );
}
