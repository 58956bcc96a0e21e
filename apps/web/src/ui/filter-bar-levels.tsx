import { Select, TreeSelect } from 'antd';
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
  id: number;
  value: string;
  title: string;
  /** Names from the top, for the search. */
  path: string;
  disabled: boolean;
  children: LevelNode[];
}

const nodeKey = (level: number, id: number) => `${level}:${id}`;

function treeOf<F extends string>(levels: readonly Level<F>[]): LevelNode[] {
  const build = (level: number, parent: number | null, above: string): LevelNode[] =>
    (levels[level]?.items ?? [])
      .filter((item) => level === 0 || item.parent === parent)
      .map((item) => {
        const path = above ? `${above} › ${item.name}` : item.name;
        return {
          id: item.id,
          value: nodeKey(level, item.id),
          title: item.name,
          path,
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

/**
 * One record of the lowest level, in groups of its parents; fits a form item. Typing any of the three names and Enter is enough;
 * the closed field shows the record with its parent.
 */
export function LevelPicker<F extends string>({ levels, value, onChange, placeholder, ...rest }: LevelPickerProps<F>) {
  const { t } = useTranslation('table');
  const groups = useMemo(() => groupsOf(levels), [levels]);
  return (
    <Select
      {...rest}
      options={groups}
      value={value ?? null}
      optionLabelProp="short"
      allowClear
      showSearch={{ filterOption: (query, option) => foldedMatch(String(option?.path ?? ''), query) }}
      placeholder={placeholder}
      notFoundContent={t('filter.notFound')}
      onChange={(id: number | null | undefined) => onChange?.(id ?? null)}
    />
  );
}

/** The lowest level's records under the path of each parent. */
function groupsOf<F extends string>(levels: readonly Level<F>[]) {
  return treeOf(levels).flatMap((top) =>
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
