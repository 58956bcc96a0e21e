import { Checkbox, type GetProps } from 'antd';
import { useImperativeHandle, useRef, type Ref } from 'react';

interface BoxesProps extends Omit<GetProps<typeof Checkbox.Group>, 'ref'> {
  ref?: Ref<{ nativeElement: HTMLElement | null; focus: () => void }>;
}

/**
 * A group of checkboxes with at least one required. Ant Design marks the group as required, which ARIA does not allow. Its group also
 * ignores the focus of `form.focusField`. Here the first checkbox takes it.
 */
export function Boxes({ ref, ...boxes }: BoxesProps) {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    nativeElement: group.current,
    focus: () => group.current?.querySelector('input')?.focus(),
  }));
  return <Checkbox.Group {...boxes} ref={group} aria-required={undefined} />;
}
