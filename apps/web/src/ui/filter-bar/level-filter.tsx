import { Input } from 'antd';
import { lazyPart } from '../lazy/lazy.tsx';

/** Any records of a hierarchy to filter by. A tree weighs as much as all other filters together: it comes beside the rows. */
export const LevelFilter = lazyPart(
  () => import('./filter-bar-levels.tsx').then((part) => ({ default: part.LevelTree })),
  <Input disabled />,
);
