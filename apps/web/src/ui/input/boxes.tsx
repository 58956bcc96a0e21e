import { Checkbox, type GetProps } from 'antd';
import { useImperativeHandle, useRef, type Ref } from 'react';

interface BoxesProps extends Omit<GetProps<typeof Checkbox.Group>, 'ref'> {
  ref?: Ref<{ nativeElement: HTMLElement | null; focus: () => void }>;
}

/**
 * A group of boxes of which at least one is needed. Ant Design says of the group that it is required, which ARIA does not allow. Nor does its
 * group take the focus that a form gives to a field (`form.focusField`): here the first box does.
 */
export function Boxes({ ref, ...boxes }: BoxesProps) {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    nativeElement: group.current,
    focus: () => group.current?.querySelector('input')?.focus(),
  }));
  return <Checkbox.Group {...boxes} ref={group} aria-required={undefined} />;
}
