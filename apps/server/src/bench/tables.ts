import type { Cost } from './measure.ts';
import { ROLES } from './roles.ts';

const two = (value: number): string => value.toFixed(2);

/** A table as Markdown has it: it reads in a terminal, and can be kept as it is. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A figure per list and role; empty where the role may not ask. */
export function byRole(costs: readonly Cost[], figure: (cost: Cost) => string): string {
  const lists = [...new Set(costs.map(({ list }) => list))];
  const found = new Map(costs.map((cost) => [`${cost.list}\n${cost.role}`, cost]));
  const rows = lists.map((list) => [
    list,
    ...ROLES.map(({ name }) => {
      const cost = found.get(`${list}\n${name}`);
      return cost ? figure(cost) : '';
    }),
  ]);
  return table(['list', ...ROLES.map(({ name }) => name)], rows);
}

/** How much more a list costs in the large bureau; `*` where the pages are not equally full. */
export const growth = ({ small, large, rows }: Cost): string =>
  `${two(large / small)}${rows[0] === rows[1] ? '' : `* ${rows[0]}/${rows[1]}`}`;

/** How much of the bare server's speed is kept in the large bureau. */
export const ofBare = ({ large, bareLarge }: Cost): string => two(bareLarge / large);

/** Each cost by itself, in milliseconds. */
export const inFull = (costs: readonly Cost[]): string =>
  table(
    ['list', 'role', 'rows', 'small', 'large', 'large to small', 'bare, large', 'bare to ours'],
    costs.map((cost) => [
      cost.list,
      cost.role,
      cost.rows.join('/'),
      two(cost.small),
      two(cost.large),
      growth(cost).split('*')[0] ?? '',
      two(cost.bareLarge),
      ofBare(cost),
    ]),
  );
