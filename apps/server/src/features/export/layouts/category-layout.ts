import { CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/setting';
import type { CategoryRow } from '@darkroom/domain/category/tree';
import { column, layoutOf, type Column } from '../files/cells.ts';
import { fieldColumns } from './field-columns.ts';

const type = fieldColumns(SERVICE_TYPE, ({ service_type }: CategoryRow) => service_type);
const cat2 = fieldColumns(CAT2, (row: CategoryRow) => (row.type === 'cat2' ? row.cat2 : null));

const COLUMNS: readonly Column<CategoryRow>[] = [
  column('field:service_type_id', 'text', 24, (row) => row.service_type.name),
  type('workstream', 13),
  column('field:service_cat1_id', 'text', 24, (row) => (row.type === 'service_type' ? null : row.cat1.name)),
  column('field:service_cat2_id', 'text', 26, (row) => (row.type === 'cat2' ? row.cat2.name : null)),
  cat2('level', 10),
  cat2('estimate_minutes', 16),
  cat2('enabled', 14),
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
