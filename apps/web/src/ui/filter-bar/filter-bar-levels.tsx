import { TreeSelect } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  foundIn,
  levelWords,
  nodeKey,
  oneLevel,
  treeOf,
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
  const [asked, setAsked] = useState('');
  const whole = useMemo(() => treeOf(levels), [levels]);
  const tree = useMemo(() => foundIn(whole, asked), [whole, asked]);
  // The first match is already marked: the first ↓ after typing stays on it, and Enter selects it.
  const onFirst = useRef(false);
  // Ids in the URL have nodes when the hierarchy has loaded.
  const keys = levels.flatMap((level, i) =>
    level.items.filter((item) => value[level.field]?.includes(item.id)).map((item) => nodeKey(i, item.id)),
  );
  return (
    <span
      className={styles.level}
      onKeyDownCapture={(event) => {
        if (onFirst.current && event.key === 'ArrowDown') {
          event.preventDefault();
          event.stopPropagation();
        }
        onFirst.current = false;
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
        maxTagPlaceholder={levelWords(levels, value, (name, n) => t('filter.more', { name, n }))}
        allowClear
        showSearch={{
          treeNodeFilterProp: 'found',
          onSearch: (query) => {
            setAsked(query);
            onFirst.current = query !== '';
          },
        }}
        placeholder={placeholder}
        popupMatchSelectWidth={300}
        onChange={(chosen) => onChange(oneLevel(levels, chosen))}
      />
    </span>
  );
}
