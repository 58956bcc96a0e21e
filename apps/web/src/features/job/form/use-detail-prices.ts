import { jobQuoteEndpoints } from '@darkroom/contract/job/bulk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../lib/api/query.ts';

/** Returns the prices of new details by category 2. Undefined while loading. */
export function useDetailPrices(
  customer2_id: number | null | undefined,
  cat2Ids: readonly (number | null | undefined)[],
) {
  const key = [...new Set(cat2Ids.filter((id): id is number => typeof id === 'number'))].sort((a, b) => a - b).join();
  const lines = useMemo(
    () => (customer2_id && key ? key.split(',').map((id) => ({ customer2_id, service_cat2_id: Number(id) })) : []),
    [customer2_id, key],
  );
  const { data } = useQuery({
    ...query(jobQuoteEndpoints.quote, { lines }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const prices = new Map(
      (data?.results ?? [])
        .filter((line) => line.customer2_id === customer2_id)
        .map((line) => [line.service_cat2_id, line.unit_price]),
    );
    return {
      currency: data?.currency ?? '',
      price: (cat2Id: number | null | undefined) => (cat2Id ? prices.get(cat2Id) : undefined),
    };
  }, [data, customer2_id]);
}
