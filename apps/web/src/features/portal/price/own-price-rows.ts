import type { OutputOf } from '@darkroom/contract/endpoint';
import type { portalEndpoints } from '@darkroom/contract/portal/portal';
import { foldedMatch } from '@darkroom/domain/text/fold';

export type OwnPrice = OutputOf<typeof portalEndpoints.price>['results'][number];

/** A category with what it costs each customer 1. */
export interface PriceRow {
  readonly service_cat2_id: number;
  readonly service_type: string;
  readonly service_cat1: string;
  readonly service_cat2: string;
  readonly prices: ReadonlyMap<number, OwnPrice>;
  /** The shortest and the longest time it is said to take. */
  readonly minutes: readonly [number, number];
}

/** Prices by service type, category 1 and 2, as the server orders them; a category once, however many customers 1 pay for it. */
export function priceRows(prices: readonly OwnPrice[], text = ''): PriceRow[] {
  const rows = new Map<number, OwnPrice[]>();
  for (const price of prices) {
    if (!foldedMatch(`${price.service_type} ${price.service_cat1} ${price.service_cat2}`, text)) continue;
    rows.set(price.service_cat2_id, [...(rows.get(price.service_cat2_id) ?? []), price]);
  }
  return [...rows.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { service_cat2_id, service_type, service_cat1, service_cat2 } = first;
    const minutes = own.map(({ estimate_minutes }) => estimate_minutes);
    return [
      {
        service_cat2_id,
        service_type,
        service_cat1,
        service_cat2,
        prices: new Map(own.map((price) => [price.cus_id1, price])),
        minutes: [Math.min(...minutes), Math.max(...minutes)] as const,
      },
    ];
  });
}

/** One head for each category 1 of a service type. */
export const groupOf = ({ service_type, service_cat1 }: PriceRow) => `${service_type} › ${service_cat1}`;

/** Rows of one group beside each other, groups and rows in the order they came. */
export function inGroups(rows: readonly PriceRow[]): PriceRow[] {
  const groups = new Map<string, PriceRow[]>();
  for (const row of rows) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return [...groups.values()].flat();
}
