import { TreeSelect } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import {
  filterTree,
  formatLevels,
  nodeKey,
  toLowestLevel,
  buildTree,
  type FoundNode,
  type Level,
  type LevelValue,
} from './filter-bar-level-tree.ts';
import styles from './filter-bar.module.css';

export interface LevelFilterProps<F extends string> {
  id?: string;
  levels: readonly Level<F>[];
  value: LevelValue<F>;
  onChange: (value: LevelValue<F>) => void;
  placeholder: string;
}

/** A filter with any records of a hierarchy. The search ignores diacritics. */
export function LevelTree<F extends string>({ id, levels, value, onChange, placeholder }: LevelFilterProps<F>) {
  const { t } = useTranslation('table');
  const [searchText, setSearchText] = useState('');
  const fullTree = useMemo(() => buildTree(levels), [levels]);
  const tree = useMemo(() => filterTree(fullTree, searchText), [fullTree, searchText]);
  // The first match is already marked: the first ↓ after typing stays on it, and Enter selects it.
  const isOnFirstMatch = useRef(false);
  // Ids in the URL have nodes when the hierarchy has loaded.
  const keys = levels.flatMap((level, i) =>
    level.items.filter((item) => value[level.field]?.includes(item.id)).map((item) => nodeKey(i, item.id)),
  );
  return (
    <span
      className={styles.level}
      onKeyDownCapture={(event) => {
        if (isOnFirstMatch.current && event.key === 'ArrowDown') {
          event.preventDefault();
          event.stopPropagation();
        }
        isOnFirstMatch.current = false;
      }}
    >
      <TreeSelect<string[], FoundNode>
        id={id}
        aria-label={placeholder}
        treeData={tree}
        value={keys}
        multiple
        treeCheckable
        showCheckedStrategy="SHOW_PARENT"
        maxTagCount={0}
        maxTagPlaceholder={formatLevels(levels, value, (name, n) => t('filter.more', { name, n }))}
        allowClear
        showSearch={{
          treeNodeFilterProp: 'found',
          onSearch: (query) => {
            setSearchText(query);
            isOnFirstMatch.current = query !== '';
          },
        }}
        placeholder={placeholder}
        popupMatchSelectWidth={300}
        onChange={(selectedKeys) => onChange(toLowestLevel(levels, selectedKeys))}
      />
    </span>
  );
}
