import { Input } from 'antd';
import { afterRows } from '../after-rows.ts';
import { latePart } from '../late/late-part.tsx';
import type { LevelFilterProps } from './filter-bar-level-field.tsx';
import { Wait } from '../late/wait.tsx';

// A tree to choose from weighs as much as the table: the list shows without waiting for it (quality 15).
const LevelTree = latePart(afterRows(() => import('./filter-bar-level-field.tsx')));

/** Any records of a hierarchy to filter by, searched without marks. */
export function LevelFilter<F extends string>(props: LevelFilterProps<F>) {
  return (
    <Wait fallback={<Input disabled placeholder={props.placeholder} />}>
      <LevelTree {...props} />
    </Wait>
  );
}
