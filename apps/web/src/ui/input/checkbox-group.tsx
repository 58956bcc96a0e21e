import { Checkbox, type GetProps } from 'antd';
import { useImperativeHandle, useRef, type Ref } from 'react';

interface CheckboxGroupProps extends Omit<GetProps<typeof Checkbox.Group>, 'ref'> {
  ref?: Ref<{ nativeElement: HTMLElement | null; focus: () => void }>;
}

/**
 * A group of checkboxes with at least one required. Ant Design's group has an attribute that ARIA forbids, and ignores `form.focusField`.
 */
export function CheckboxGroup({ ref, ...boxes }: CheckboxGroupProps) {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    nativeElement: group.current,
    focus: () => group.current?.querySelector('input')?.focus(),
  }));
  return <Checkbox.Group {...boxes} ref={group} aria-required={undefined} />;
}
