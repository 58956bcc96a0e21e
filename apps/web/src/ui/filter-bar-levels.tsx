import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { foldedMatch } from './filter-bar-fold.ts';

/** One level of a hierarchy of three: the field of the call that filters by it, and its records. */
export interface Level<F extends string> {
  field: F;
  items: readonly { id: number; name: string; parent: number | null; disabled?: boolean }[];
}

/** What is chosen of each level; only one level is ever set, since a call combines its filters with "and". */
export type LevelValue<F extends string> = Partial<Record<F, number[] | undefined>>;

interface LevelNode {
  value: string;
  title: string;
  /** Names from the top, for the search and for what the closed field shows. */
  path: string;
  short: string;
  selectable: boolean;
  disabled: boolean;
  children: LevelNode[];
}

const nodeKey = (level: number, id: number) => `${level}:${id}`;

/** Tree nodes of the levels; `leavesOnly` lets only the lowest be chosen. */
function treeOf<F extends string>(levels: readonly Level<F>[], leavesOnly: boolean): LevelNode[] {
  const build = (level: number, parent: number | null, above: string): LevelNode[] =>
    (levels[level]?.items ?? [])
      .filter((item) => level === 0 || item.parent === parent)
      .map((item) => {
        const path = above ? `${above} › ${item.name}` : item.name;
        return {
          value: nodeKey(level, item.id),
          title: item.name,
          path,
          short: path.split(' › ').slice(-2).join(' › '),
          selectable: !leavesOnly || level === levels.length - 1,
          disabled: item.disabled ?? false,
          children: build(level + 1, item.id, path),
        };
      });
  return build(0, null, '');
}

/** Chosen nodes of mixed levels, spelled out in the lowest level among them. */
function oneLevel<F extends string>(levels: readonly Level<F>[], keys: readonly string[]): LevelValue<F> {
  const chosen = keys.map((key) => key.split(':').map(Number) as [number, number]);
  const lowest = Math.max(...chosen.map(([level]) => level), 0);
  const under = (level: number, id: number): number[] =>
    level === lowest
      ? [id]
      : (levels[level + 1]?.items ?? []).filter((item) => item.parent === id).flatMap((item) => under(level + 1, item.id));
  const ids = chosen.flatMap(([level, id]) => under(level, id));
  const value: LevelValue<F> = {};
  levels.forEach((level, i) => {
    value[level.field] = i === lowest && ids.length > 0 ? ids : undefined;
  });
  return value;
}

/** What is chosen, in words: "Lumen Sydney +2"; null when nothing is. */
export function levelWords<F extends string>(
  levels: readonly Level<F>[],
  value: LevelValue<F>,
  more: (name: string, n: number) => string,
): string | null {
  const level = levels.find((candidate) => value[candidate.field]?.length);
  const ids = (level && value[level.field]) ?? [];
  if (!level || ids.length === 0) return null;
  const name = level.items.find((item) => item.id === ids[0])?.name ?? `#${ids[0]}`;
  return ids.length === 1 ? name : more(name, ids.length - 1);
}

interface LevelFilterProps<F extends string> {
  id?: string;
  levels: readonly Level<F>[];
  value: LevelValue<F>;
  onChange: (value: LevelValue<F>) => void;
  placeholder: string;
}

/** Any records of a hierarchy to filter by, searched without marks. */
export function LevelFilter<F extends string>({ id, levels, value, onChange, placeholder }: LevelFilterProps<F>) {
  const { t } = useTranslation('table');
  const tree = useMemo(() => treeOf(levels, false), [levels]);
  const keys = levels.flatMap((level, i) => (value[level.field] ?? []).map((one) => nodeKey(i, one)));
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
      notFoundContent={t('filter.notFound')}
      onChange={(chosen) => onChange(oneLevel(levels, chosen))}
    />
  );
}

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

/** One record of the lowest level; fits a form item. The closed field shows it with its parent. */
export function LevelPicker<F extends string>({ levels, value, onChange, placeholder, ...rest }: LevelPickerProps<F>) {
  const { t } = useTranslation('table');
  const tree = useMemo(() => treeOf(levels, true), [levels]);
  const lowest = levels.length - 1;
  return (
    <TreeSelect<string | null, LevelNode>
      {...rest}
      treeData={tree}
      value={value === null || value === undefined ? null : nodeKey(lowest, value)}
      treeNodeLabelProp="short"
      treeExpandAction="click"
      allowClear
      showSearch={{ filterTreeNode: (query, node) => foldedMatch(String(node.path), query) }}
      placeholder={placeholder}
      popupMatchSelectWidth={300}
      notFoundContent={t('filter.notFound')}
      onChange={(key) => onChange?.(key ? Number(key.split(':')[1]) : null)}
    />
  );
}
