import { foldedMatch } from '@darkroom/domain/text/fold';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  levelWords,
  nodeKey,
  oneLevel,
  treeOf,
  type Level,
  type LevelNode,
  type LevelValue,
} from './filter-bar-level-tree.ts';

export interface LevelFilterProps<F extends string> {
  id?: string;
  levels: readonly Level<F>[];
  value: LevelValue<F>;
  onChange: (value: LevelValue<F>) => void;
  placeholder: string;
}

/** Any records of a hierarchy to filter by, searched without marks. */
export default function LevelTree<F extends string>({ id, levels, value, onChange, placeholder }: LevelFilterProps<F>) {
  const { t } = useTranslation('table');
  const tree = useMemo(() => treeOf(levels), [levels]);
  // Ids of the address are known once the hierarchy is there.
  const keys = levels.flatMap((level, i) =>
    level.items.filter((item) => value[level.field]?.includes(item.id)).map((item) => nodeKey(i, item.id)),
  );
  return (
    <TreeSelect<string[], LevelNode>
      id={id}
      aria-label={placeholder}
      treeData={tree}
      value={keys}
      multiple
      treeCheckable
      showCheckedStrategy="SHOW_PARENT"
      maxTagCount={0}
      maxTagPlaceholder={levelWords(levels, value, (name, n) => t('filter.more', { name, n }))}
      allowClear
      showSearch={{ filterTreeNode: (query, node) => foldedMatch(String(node.path), query) }}
      placeholder={placeholder}
      popupMatchSelectWidth={300}
      onChange={(chosen) => onChange(oneLevel(levels, chosen))}
    />
  );
}
