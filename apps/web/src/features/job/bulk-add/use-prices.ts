import { jobEndpoints } from '@darkroom/contract';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../lib/query.ts';
import type { ShownRow } from './use-judgement.ts';

/** Unit price of a row: null where the customer has none, undefined until it is known. */
export type PriceOf = (row: ShownRow) => number | null | undefined;

export interface Prices {
  readonly priceOf: PriceOf;
  readonly currency: string;
  /** Of all rows that will be added, exact to the thousandth; undefined until all prices are known. */
  readonly amount: number | undefined;
  readonly withoutPrice: number;
}

const pairOf = (row: ShownRow): string | null =>
  row.reading.customer && row.reading.category
    ? `${row.reading.customer.customer2_id}.${row.reading.category.service_cat2_id}`
    : null;

/** What each row would be priced at: each pair of customer and category is asked for once, all in one call. */
export function usePrices(rows: readonly ShownRow[]): Prices {
  const key = useMemo(() => [...new Set(rows.map(pairOf).filter((pair) => pair !== null))].sort().join(), [rows]);
  const lines = useMemo(
    () =>
      (key === '' ? [] : key.split(',')).map((pair) => {
        const [customer2_id = 0, service_cat2_id = 0] = pair.split('.').map(Number);
        return { customer2_id, service_cat2_id };
      }),
    [key],
  );
  const { data } = useQuery({
    ...query(jobEndpoints.quote, { lines }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const known = new Map(
      (data?.results ?? []).map((line) => [`${line.customer2_id}.${line.service_cat2_id}`, line.unit_price]),
    );
    const priceOf: PriceOf = (row) => known.get(pairOf(row) ?? '');
    let thousandths = 0;
    let withoutPrice = 0;
    let waiting = false;
    for (const row of rows) {
      if (row.job === null) continue;
      const price = priceOf(row);
      if (price === undefined) waiting = true;
      else if (price === null) withoutPrice++;
      else thousandths += toThousandths(price) * (row.reading.quantity ?? 0);
    }
    return {
      priceOf,
      currency: data?.currency ?? '',
      withoutPrice,
      amount: waiting ? undefined : fromThousandths(thousandths),
    };
  }, [data, rows]);
}
