import { Input } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { afterRows } from '../after-rows.ts';
import type { Level, LevelValue } from './filter-bar-level-tree.ts';

export interface LevelFilterProps<F extends string> {
  id?: string;
  levels: readonly Level<F>[];
  value: LevelValue<F>;
  onChange: (value: LevelValue<F>) => void;
  placeholder: string;
}

// A tree to choose from weighs as much as the table: the list shows without waiting for it (quality 15).
const LevelTree = lazy(afterRows(() => import('./filter-bar-level-field.tsx'))) as <F extends string>(
  props: LevelFilterProps<F>,
) => ReactNode;

/** Any records of a hierarchy to filter by, searched without marks. */
export function LevelFilter<F extends string>(props: LevelFilterProps<F>) {
  return (
    <Suspense fallback={<Input disabled placeholder={props.placeholder} />}>
      <LevelTree {...props} />
    </Suspense>
  );
}
