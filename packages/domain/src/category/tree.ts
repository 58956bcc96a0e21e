import { groupBy } from '../list/group-by.ts';
import type { Workstream } from '../customer/enums.ts';
import { foldForSearch } from '../text/fold.ts';
import { compareText } from '../text/order.ts';

/** The three levels of the catalogue, from coarse to fine (spec §3). */
export const CATEGORY_TYPES = ['service_type', 'cat1', 'cat2'] as const;
export type CategoryType = (typeof CATEGORY_TYPES)[number];

export interface ServiceTypeRecord {
  id: number;
  name: string;
  workstream: Workstream;
  version: number;
}
export interface Cat1Record {
  id: number;
  name: string;
  service_type_id: number;
  version: number;
}
export interface Cat2Record {
  id: number;
  name: string;
  enabled: boolean;
  level: number;
  estimate_minutes: number;
  cat1: { id: number; name: string };
  version: number;
}

/** The category collections in the API's form (spec §3). */
export interface Catalogue {
  service_type: Readonly<Record<string, ServiceTypeRecord>>;
  cat1: Readonly<Record<string, Cat1Record>>;
  cat2: Readonly<Record<string, Cat2Record>>;
}

/** Filters of the tree. An absent filter means ALL (spec §3). */
export interface CategoryFilter {
  service_type_id?: readonly number[] | undefined;
  /** Words in the name of any level. */
  text?: string | undefined;
  /** True for enabled categories 2 with their parents, false for disabled. Undefined if all are shown. */
  enabled?: boolean | undefined;
}

/** A row of the tree with its parents. */
export type CategoryRow =
  | { type: 'service_type'; service_type: ServiceTypeRecord }
  | { type: 'cat1'; service_type: ServiceTypeRecord; cat1: Cat1Record }
  | { type: 'cat2'; service_type: ServiceTypeRecord; cat1: Cat1Record; cat2: Cat2Record };

const compareNames = (a: { name: string }, b: { name: string }) => compareText(a.name, b.name);
/**
 * Returns the catalogue as rows of one tree: service types and categories 1 by name, categories 2 by level and name. A match includes
 * everything below it and its parents.
 */
export function toCategoryRows(catalogue: Catalogue, filter: CategoryFilter = {}): CategoryRow[] {
  const { service_type_id: types = [], enabled } = filter;
  const query = foldForSearch(filter.text ?? '');
  const matches = (name: string) => query === '' || foldForSearch(name).includes(query);
  // A filter by state includes a level only if categories 2 are left below it.
  const isShownAlone = (hit: boolean) => hit && enabled === undefined;
  const cat1ByType = groupBy(Object.values(catalogue.cat1).sort(compareNames), (cat1) => cat1.service_type_id);
  const cat2ByCat1 = groupBy(
    Object.values(catalogue.cat2).sort((a, b) => a.level - b.level || compareNames(a, b)),
    (cat2) => cat2.cat1.id,
  );

  const rows: CategoryRow[] = [];
  for (const service_type of Object.values(catalogue.service_type).sort(compareNames)) {
    if (types.length > 0 && !types.includes(service_type.id)) continue;
    const typeHit = matches(service_type.name);
    const below = (cat1ByType.get(service_type.id) ?? []).flatMap((cat1): CategoryRow[] => {
      const cat1Hit = typeHit || matches(cat1.name);
      const leaves = (cat2ByCat1.get(cat1.id) ?? [])
        .filter((cat2) => (cat1Hit || matches(cat2.name)) && (enabled === undefined || cat2.enabled === enabled))
        .map((cat2): CategoryRow => ({ type: 'cat2', service_type, cat1, cat2 }));
      return leaves.length > 0 || isShownAlone(cat1Hit) ? [{ type: 'cat1', service_type, cat1 }, ...leaves] : [];
    });
    if (below.length > 0 || isShownAlone(typeHit)) rows.push({ type: 'service_type', service_type }, ...below);
  }
  return rows;
}
