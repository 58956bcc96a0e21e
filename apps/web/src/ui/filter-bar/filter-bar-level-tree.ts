import { foldedMatch } from '@darkroom/domain/text/fold';

/** One of the three levels of a hierarchy: the endpoint's filter field, and its records. */
export interface Level<F extends string> {
  field: F;
  items: readonly { id: number; name: string; parent: number | null; disabled?: boolean }[];
}

/** The selected ids of each level. Only one level is set, because an endpoint combines its filters with "and". */
export type LevelValue<F extends string> = Partial<Record<F, number[] | undefined>>;

/** One record as a node of the tree. */
export interface LevelNode {
  id: number;
  value: string;
  title: string;
  /** Names from the top, for the search. */
  path: string;
  disabled: boolean;
  children: LevelNode[];
}

/** Returns the key of a node with its level, because ids of different levels can be equal. */
export const nodeKey = (level: number, id: number) => `${level}:${id}`;

/** Builds one tree from the levels. */
export function buildTree<F extends string>(levels: readonly Level<F>[]): LevelNode[] {
  const build = (level: number, parent: number | null, parentPath: string): LevelNode[] =>
    (levels[level]?.items ?? [])
      .filter((item) => level === 0 || item.parent === parent)
      .map((item) => {
        const path = parentPath ? `${parentPath} › ${item.name}` : item.name;
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

/** A node with the search text if it matches. The tree searches for the text in it. */
export type FoundNode = Omit<LevelNode, 'children'> & { found: string; children: FoundNode[] };

/** Returns the matching part of the tree, without diacritics. Children of a match are included. */
export function filterTree(nodes: readonly LevelNode[], searchText: string): FoundNode[] {
  const filterNodes = (under: readonly LevelNode[], parentPath: boolean): FoundNode[] =>
    under.map((node) => {
      const matches = foldedMatch(node.path, searchText);
      return {
        ...node,
        found: matches && !parentPath ? searchText : '',
        children: filterNodes(node.children, matches),
      };
    });
  return filterNodes(nodes, false);
}

/** Converts selected nodes of mixed levels to the lowest of these levels. */
export function toLowestLevel<F extends string>(levels: readonly Level<F>[], keys: readonly string[]): LevelValue<F> {
  const selectedNodes = keys.map((key) => key.split(':').map(Number) as [number, number]);
  const lowest = Math.max(...selectedNodes.map(([level]) => level), 0);
  const under = (level: number, id: number): number[] =>
    level === lowest
      ? [id]
      : (levels[level + 1]?.items ?? [])
          .filter((item) => item.parent === id)
          .flatMap((item) => under(level + 1, item.id));
  const ids = selectedNodes.flatMap(([level, id]) => under(level, id));
  const value: LevelValue<F> = {};
  levels.forEach((level, i) => {
    value[level.field] = i === lowest && ids.length > 0 ? ids : undefined;
  });
  return value;
}

/** Formats the selection: "Lumen Sydney +2". Null if nothing is selected. */
export function formatLevels<F extends string>(
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
