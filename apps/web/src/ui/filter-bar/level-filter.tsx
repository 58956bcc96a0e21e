import { Input } from 'antd';
import { lazyPart } from '../lazy/lazy.tsx';

/** A filter with any records of a hierarchy. The tree is as large as all other filters together and loads in parallel with the rows. */
export const LevelFilter = lazyPart(
  () => import('./filter-bar-levels.tsx').then((part) => ({ default: part.LevelTree })),
  <Input disabled />,
);
