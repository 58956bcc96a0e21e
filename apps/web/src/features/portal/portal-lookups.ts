import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../lib/api/query.ts';

/** Fetches the user's customers 1 and 2. A failed request returns an empty list (spec §8). */
export function usePortalCustomers() {
  const { data, isPending } = useQuery(query(portalEndpoints.customer2, {}));
  return useMemo(() => {
    const customers2 = data?.results ?? [];
    const names1 = new Map(customers2.map(({ cus_id1, cus_id1_name }) => [cus_id1, cus_id1_name]));
    const names2 = new Map(customers2.map(({ id, name }) => [id, name]));
    return {
      isPending,
      customers1: [...names1].map(([id, name]) => ({ id, name })),
      customers2,
      name1: (id: number) => names1.get(id) ?? `#${id}`,
      name2: (id: number) => names2.get(id) ?? `#${id}`,
    };
  }, [data, isPending]);
}

/** Returns names for the portal: categories, service types and the currency of prices. */
export function useCatalogue() {
  const { data, isPending } = useQuery(query(portalEndpoints.catalogue, {}));
  return useMemo(() => {
    const labels = new Map(
      data?.results.map((row) => [row.service_cat2_id, `${row.service_cat1} / ${row.service_cat2}`]),
    );
    const serviceTypes = data?.service_types ?? [];
    const typeNames = new Map(data?.results.map((row) => [row.service_cat2_id, row.service_type]));
    return {
      isPending,
      currency: data?.currency ?? '',
      serviceTypes,
      serviceTypeOf: (id: number) => serviceTypes.find(({ name }) => name === typeNames.get(id))?.id,
      category: (id: number) => labels.get(id) ?? `#${id}`,
    };
  }, [data, isPending]);
}
