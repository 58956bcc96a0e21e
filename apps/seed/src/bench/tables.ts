import type { Comparison } from './comparison.ts';
import type { ListCost, Percentiles } from './measure.ts';
import { ROLES } from './roles.ts';

const formatTwoDecimals = (value: number): string => value.toFixed(2);

/** Formats a table in Markdown, which is also readable in a terminal. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((word, index) => Math.max(word.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Formats a figure by list and role. The cell is empty for a role without permission. */
export function formatByRole(costs: readonly ListCost[], figure: (cost: ListCost) => string): string {
  const lists = [...new Set(costs.map(({ list }) => list))];
  const found = new Map(costs.map((cost) => [`${cost.list}\n${cost.role}`, cost]));
  const rows = lists.map((list) => [
    list,
    ...ROLES.map(({ name }) => {
      const cost = found.get(`${list}\n${name}`);
      return cost ? figure(cost) : '';
    }),
  ]);
  return formatTable(['list', ...ROLES.map(({ name }) => name)], rows);
}

/**
 * Formats the time of a list in the large bureau as a multiple of the small one, with `*` if the pages differ in
 * length.
 */
export const formatGrowth = ({ small, large, rows }: ListCost): string =>
  `${formatTwoDecimals(getGrowth({ small, large }))}${rows[0] === rows[1] ? '' : `* ${rows[0]}/${rows[1]}`}`;

/** Calculates the growth from the medians. */
export const getGrowth = ({ small, large }: Pick<ListCost, 'small' | 'large'>): number => large.p50 / small.p50;

const formatPercentiles = ({ p50, p95, p99 }: Percentiles): string =>
  `${formatTwoDecimals(p50)} / ${formatTwoDecimals(p95)} / ${formatTwoDecimals(p99)}`;
const formatProcessor = ({ server, database }: Pick<ListCost, 'server' | 'database'>): string =>
  `${server === null ? '?' : formatTwoDecimals(server)} + ${database === null ? '?' : formatTwoDecimals(database)}`;

/** Formats all costs, in milliseconds. */
export const formatCosts = (costs: readonly ListCost[]): string =>
  formatTable(
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
      formatPercentiles(cost.small),
      formatPercentiles(cost.large),
      formatTwoDecimals(getGrowth(cost)),
      formatProcessor(cost),
    ]),
  );

/** Formats the comparison of requests with the bare server, with 1 connection (c = 1) and with 16. */
export const formatComparisons = (comparisons: readonly Comparison[]): string =>
  formatTable(
    [
      'call',
      'c',
      'Darkroom, requests/s',
      'baseline, requests/s',
      'relative to baseline',
      'Darkroom p50 / p95 / p99',
      'baseline p50 / p95 / p99',
      'processor of Darkroom',
      'of baseline',
    ],
    comparisons.flatMap((comparison) =>
      (['c1', 'c16'] as const).map((load) => {
        const [ours, bare] = [comparison.ours[load], comparison.bare[load]];
        return [
          comparison.id,
          load.slice(1),
          formatRates(ours.perSecond),
          formatRates(bare.perSecond),
          formatTwoDecimals(comparison.ratio[load]),
          formatPercentiles(ours.times),
          formatPercentiles(bare.times),
          formatProcessor(ours),
          formatProcessor(bare),
        ];
      }),
    ),
  );

const formatRates = (perSecond: readonly number[]): string => perSecond.map((item) => item.toFixed(0)).join(' ');
