import { Checkbox, type GetProps } from 'antd';

/** A group of boxes of which at least one is needed. Ant Design says of the group that it is required, which ARIA does not allow. */
export const Boxes = (boxes: GetProps<typeof Checkbox.Group>) => (
  <Checkbox.Group {...boxes} aria-required={undefined} />
);
