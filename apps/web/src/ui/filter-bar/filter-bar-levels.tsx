import { Input } from 'antd';
import { Suspense } from 'react';
import { afterRows } from '../after-rows.ts';
import type { Level, LevelValue } from './filter-bar-level-tree.ts';
import { latePart } from '../late/late-part.tsx';

export interface LevelFilterProps<F extends string> {
  id?: string;
  levels: readonly Level<F>[];
  value: LevelValue<F>;
  onChange: (value: LevelValue<F>) => void;
  placeholder: string;
}

// A tree to choose from weighs as much as the table: the list shows without waiting for it (quality 15).
const LevelTree = latePart(afterRows(() => import('./filter-bar-level-field.tsx')));

/** Any records of a hierarchy to filter by, searched without marks. */
export function LevelFilter<F extends string>(props: LevelFilterProps<F>) {
  return (
    <Suspense fallback={<Input disabled placeholder={props.placeholder} />}>
      <LevelTree {...props} />
    </Suspense>
  );
}
