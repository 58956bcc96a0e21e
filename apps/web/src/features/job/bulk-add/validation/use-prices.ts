import { jobQuoteEndpoints } from '@darkroom/contract/job/bulk';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../../../lib/api/query.ts';
import type { PricedLine, OrderGridRow } from './validation.ts';

/** Unit price of a row. Null if the customer has no price, undefined while it loads. */
export type GetPrice = (row: OrderGridRow) => number | null | undefined;

export interface Prices {
  readonly getPrice: GetPrice;
  readonly currency: string;
  /** Amount of all rows to add, exact to the thousandth. Undefined until all prices are loaded. */
  readonly amount: number | undefined;
  readonly withoutPrice: number;
}

const keyOf = (line: { customer2_id: number; service_cat2_id: number }) =>
  `${line.customer2_id}.${line.service_cat2_id}`;

/** Returns the price of each row. A single request contains every pair of customer and category once. */
export function usePrices(lines: readonly PricedLine[]): Prices {
  const key = useMemo(() => lines.map(keyOf).sort().join(), [lines]);
  const pairs = useMemo(
    () =>
      (key === '' ? [] : key.split(',')).map((pair) => {
        const [customer2_id = 0, service_cat2_id = 0] = pair.split('.').map(Number);
        return { customer2_id, service_cat2_id };
      }),
    [key],
  );
  const { data } = useQuery({
    ...query(jobQuoteEndpoints.quote, { lines: pairs }),
    enabled: pairs.length > 0,
    placeholderData: keepPreviousData,
  });
  const priceByKey = useMemo(
    () => new Map((data?.results ?? []).map((line) => [keyOf(line), line.unit_price])),
    [data],
  );
  const getPrice = useMemo<GetPrice>(
    () =>
      ({ reading: { customer, category } }) =>
        customer && category ? priceByKey.get(`${customer.customer2_id}.${category.service_cat2_id}`) : undefined,
    [priceByKey],
  );
  return useMemo(() => {
    let thousandths = 0;
    let withoutPrice = 0;
    let isLoading = false;
    for (const line of lines) {
      const price = priceByKey.get(keyOf(line));
      if (line.details === 0) continue;
      if (price === undefined) isLoading = true;
      else if (price === null) withoutPrice += line.details;
      else thousandths += toThousandths(price) * line.quantity;
    }
    const amount = isLoading ? undefined : fromThousandths(thousandths);
    return { getPrice, currency: data?.currency ?? '', withoutPrice, amount };
  }, [data, priceByKey, lines, getPrice]);
}
