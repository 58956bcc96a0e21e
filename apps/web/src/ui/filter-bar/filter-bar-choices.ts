import { useMemo } from 'react';
import { useCategories, useCustomers } from '../../lib/session/lookups.ts';
import type { Level } from './filter-bar-level-tree.ts';

export type CustomerField = 'customer0_id' | 'customer1_id' | 'customer2_id';
export type CategoryField = 'service_type_id' | 'service_cat1_id' | 'service_cat2_id';

/** Returns the customer hierarchy for a filter or a picker, or only the part of `cus_id1`. */
export function useCustomerLevels(
  cus_id1?: number,
): readonly [Level<'customer0_id'>, Level<'customer1_id'>, Level<'customer2_id'>] {
  const { cus0, cus1, cus2 } = useCustomers();
  return useMemo(
    () => [
      { field: 'customer0_id', items: cus0.map((c) => ({ id: c.id, name: c.name, parent: null })) },
      { field: 'customer1_id', items: cus1.map((c) => ({ id: c.id, name: c.name, parent: c.cus_id0 })) },
      {
        field: 'customer2_id',
        items: cus2
          .filter((c) => cus_id1 === undefined || c.cus_id1 === cus_id1)
          .map((c) => ({ id: c.id, name: c.name, parent: c.cus_id1 })),
      },
    ],
    [cus0, cus1, cus2, cus_id1],
  );
}

/** Returns service type → category 1 → category 2. Filters include disabled categories. Selections for new records do not. */
export function useCategoryLevels({ forNew }: { forNew: boolean }): readonly Level<CategoryField>[] {
  const { serviceTypes, cat1, cat2 } = useCategories();
  return useMemo(
    () => [
      { field: 'service_type_id', items: serviceTypes.map((s) => ({ id: s.id, name: s.name, parent: null })) },
      { field: 'service_cat1_id', items: cat1.map((c) => ({ id: c.id, name: c.name, parent: c.service_type_id })) },
      {
        field: 'service_cat2_id',
        items: cat2.map((c) => ({ id: c.id, name: c.name, parent: c.cat1.id, disabled: forNew && !c.enabled })),
      },
    ],
    [serviceTypes, cat1, cat2, forNew],
  );
}
