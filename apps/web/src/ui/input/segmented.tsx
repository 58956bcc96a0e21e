import { Segmented as Plain, type SegmentedProps } from 'antd';

/** Ant Design's choices side by side, without the Tab stop of the group. The radio buttons are the only Tab stop, and arrows select. */
export const Segmented = <V,>(props: SegmentedProps<V>) => <Plain<V> {...props} tabIndex={undefined} />;
