import type { CategoryRow } from '@darkroom/domain/category/tree';
import { layoutOf, type Column } from '../files/cells.ts';

const COLUMNS: readonly Column<CategoryRow>[] = [
  { title: 'field:service_type_id', kind: 'text', width: 24, value: (row) => row.service_type.name },
  {
    title: 'field:workstream',
    kind: 'text',
    width: 13,
    value: (row, { words }) => words(`status:workstream.${row.service_type.workstream}`),
  },
  {
    title: 'field:service_cat1_id',
    kind: 'text',
    width: 24,
    value: (row) => (row.type === 'service_type' ? null : row.cat1.name),
  },
  {
    title: 'field:service_cat2_id',
    kind: 'text',
    width: 26,
    value: (row) => (row.type === 'cat2' ? row.cat2.name : null),
  },
  {
    title: 'field:level',
    kind: 'count',
    width: 10,
    value: (row) => (row.type === 'cat2' ? row.cat2.level : null),
  },
  {
    title: 'field:estimate_minutes',
    kind: 'count',
    width: 16,
    value: (row) => (row.type === 'cat2' ? row.cat2.estimate_minutes : null),
  },
  {
    title: 'field:enabled',
    kind: 'text',
    width: 14,
    value: (row, { words }) => (row.type === 'cat2' ? words(`category:enabled.${row.cat2.enabled}`) : null),
  },
];

/** Excel and paper alike: a row for each category 2, and for what has nothing below it yet. */
export const categoryLayout = layoutOf<CategoryRow>(COLUMNS, (row) => [row]);

/** The lines of the tree that the names below do not say already. */
export const categoryLines = (rows: readonly CategoryRow[]): CategoryRow[] =>
  rows.filter((row, i) => {
    const next = rows[i + 1];
    if (row.type === 'cat2' || !next) return true;
    return row.type === 'service_type' ? next.type === 'service_type' : next.type !== 'cat2';
  });
