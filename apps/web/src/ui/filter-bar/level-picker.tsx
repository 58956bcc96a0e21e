import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useMemo } from 'react';
import { buildTree, type Level } from './filter-bar-level-tree.ts';

interface LevelPickerProps<F extends string> {
  id?: string;
  levels: readonly Level<F>[];
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder: string;
  autoFocus?: boolean;
  'aria-label'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling';
  'aria-describedby'?: string;
}

/**
 * Selects one record of the lowest level, grouped by parents, for a required form item. The search finds any of the three names, and the
 * closed field shows the parent too.
 */
export function LevelPicker<F extends string>({ levels, value, onChange, placeholder, ...rest }: LevelPickerProps<F>) {
  const groups = useMemo(() => toOptionGroups(levels), [levels]);
  return (
    <Select
      {...rest}
      options={groups}
      value={value ?? null}
      optionLabelProp="short"
      showSearch={{ filterOption: (query, option) => foldedMatch(option?.path ?? '', query) }}
      placeholder={placeholder}
      onChange={(id: number | null | undefined) => onChange?.(id ?? null)}
    />
  );
}

/** Returns the lowest level's records under the path of each parent. */
function toOptionGroups<F extends string>(levels: readonly Level<F>[]) {
  return buildTree(levels).flatMap((top) =>
    top.children.map((middle) => ({
      label: middle.path,
      path: middle.path,
      short: middle.path,
      options: middle.children.map(({ id, title, path, disabled }) => ({
        value: id,
        label: title,
        path,
        short: path.split(' › ').slice(-2).join(' › '),
        disabled,
      })),
    })),
  );
}
