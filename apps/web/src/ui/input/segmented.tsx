import { Segmented as Plain, type SegmentedProps } from 'antd';

/**
 * Ant Design's choice of a few side by side. Its radio buttons have the one stop of Tab, and arrows choose; the group around them
 * would be a stop of its own on which no key does anything.
 */
export const Segmented = <V,>(props: SegmentedProps<V>) => <Plain<V> {...props} tabIndex={undefined} />;
