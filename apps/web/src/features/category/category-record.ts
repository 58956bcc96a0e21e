import type { HistoryEntity } from '@darkroom/contract/history';
import type { CategoryRow, CategoryType } from '@darkroom/domain/category/tree';

/** Returns the record that a row of the tree shows. */
export function recordOf(row: CategoryRow): { id: number; name: string; version: number } {
  switch (row.type) {
    case 'service_type':
      return row.service_type;
    case 'cat1':
      return row.cat1;
    case 'cat2':
      return row.cat2;
    default: {
      const never: never = row;
      return never;
    }
  }
}

export const keyOf = (row: CategoryRow): string => `${row.type}-${recordOf(row).id}`;
/** Returns `Colour / Culling + Colour`: a category 2 is unique only within its category 1. */
export const nameOf = (row: CategoryRow): string =>
  row.type === 'cat2' ? `${row.cat1.name} / ${row.cat2.name}` : recordOf(row).name;

export const ENTITIES: Record<CategoryType, HistoryEntity> = {
  service_type: 'service_type',
  cat1: 'service_cat1',
  cat2: 'service_cat2',
};
