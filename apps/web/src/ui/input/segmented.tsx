import { Segmented as Plain, type SegmentedProps } from 'antd';

/**
 * Ant Design's choices side by side. The radio buttons are the only Tab stop, and arrows select. The group would be another stop without
 * keys.
 */
export const Segmented = <V,>(props: SegmentedProps<V>) => <Plain<V> {...props} tabIndex={undefined} />;
