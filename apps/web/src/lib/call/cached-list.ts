import type { Endpoint, OutputOf } from '@darkroom/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';

type RowOf<E extends Endpoint> = OutputOf<E> extends { results: readonly (infer Row)[] } ? Row : never;

interface Listing {
  results: readonly unknown[];
}

/** Changes rows in every visible list immediately. A list without changes stays the same object, so that it is not rendered again. */
export function changeRows<E extends Endpoint>(
  client: QueryClient,
  { name }: E | Pick<E, 'name'>,
  change: (row: RowOf<E>) => RowOf<E>,
): void {
  client.setQueriesData<Listing>({ queryKey: [name] }, (list) => {
    if (!list) return list;
    const results = list.results.map((row) => change(row as RowOf<E>));
    return results.every((row, at) => row === list.results[at]) ? list : { ...list, results };
  });
}

/** Puts changed fields of one row, found by one of its fields, into every visible list. */
export const putRow = <E extends Endpoint, K extends keyof RowOf<E>>(
  client: QueryClient,
  list: E,
  key: K,
  newest: Partial<RowOf<E>> & Pick<RowOf<E>, K>,
): void => changeRows(client, list, (row) => (row[key] === newest[key] ? Object.assign({}, row, newest) : row));

/** A list with other rows. The total follows. */
export const withRows = <L extends { results: readonly unknown[]; total_items: number }>(
  list: L,
  results: L['results'],
): L => ({ ...list, results, total_items: list.total_items + results.length - list.results.length });
