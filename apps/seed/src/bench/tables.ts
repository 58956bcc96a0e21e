import type { Duel } from './duel.ts';
import type { Cost, Spread } from './measure.ts';
import { ROLES } from './roles.ts';

const two = (value: number): string => value.toFixed(2);

/** Table in Markdown, which is also readable in a terminal. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A figure by list and role, empty for a role without permission. */
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

/** Time of a list in the large bureau as a multiple of the small one, with `*` if the pages differ in length. */
export const growth = ({ small, large, rows }: Cost): string =>
  `${two(growthOf({ small, large }))}${rows[0] === rows[1] ? '' : `* ${rows[0]}/${rows[1]}`}`;

/** The same as a number, from the medians. */
export const growthOf = ({ small, large }: Pick<Cost, 'small' | 'large'>): number => large.p50 / small.p50;

const times = ({ p50, p95, p99 }: Spread): string => `${two(p50)} / ${two(p95)} / ${two(p99)}`;
const used = ({ server, database }: Pick<Cost, 'server' | 'database'>): string =>
  `${server === null ? '?' : two(server)} + ${database === null ? '?' : two(database)}`;

/** All costs, in milliseconds. */
export const inFull = (costs: readonly Cost[]): string =>
  table(
    [
      'list',
      'role',
      'rows',
      'small p50 / p95 / p99',
      'large p50 / p95 / p99',
      'large to small',
      'processor, server + database',
    ],
    costs.map((cost) => [
      cost.list,
      cost.role,
      cost.rows.join('/'),
      times(cost.small),
      times(cost.large),
      two(growthOf(cost)),
      used(cost),
    ]),
  );

/** Calls compared with the bare server, alone (c = 1) and with 16 connections. */
export const duelTable = (duels: readonly Duel[]): string =>
  table(
    [
      'call',
      'c',
      'ours, calls/s',
      'bare, calls/s',
      'ours to bare',
      'ours p50 / p95 / p99',
      'bare p50 / p95 / p99',
      'processor of ours',
      'of bare',
    ],
    duels.flatMap((duel) =>
      (['c1', 'c16'] as const).map((load) => {
        const [ours, bare] = [duel.ours[load], duel.bare[load]];
        return [
          duel.id,
          load.slice(1),
          each(ours.perSecond),
          each(bare.perSecond),
          two(duel.ratio[load]),
          times(ours.times),
          times(bare.times),
          used(ours),
          used(bare),
        ];
      }),
    ),
  );

const each = (perSecond: readonly number[]): string => perSecond.map((one) => one.toFixed(0)).join(' ');
