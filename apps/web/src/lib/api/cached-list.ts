import type { Endpoint, OutputOf } from '@darkroom/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';

type RowOf<E extends Endpoint> = OutputOf<E> extends { results: readonly (infer Row)[] } ? Row : never;

interface ListResponse {
  results: readonly unknown[];
}

/** Changes rows in every visible list immediately. A list without changes stays the same object, so that it is not rendered again. */
export function updateCachedRows<E extends Endpoint>(
  client: QueryClient,
  { name }: E | Pick<E, 'name'>,
  change: (row: RowOf<E>) => RowOf<E>,
): void {
  client.setQueriesData<ListResponse>({ queryKey: [name] }, (list) => {
    if (!list) return list;
    const results = list.results.map((row) => change(row as RowOf<E>));
    return results.every((row, index) => row === list.results[index]) ? list : { ...list, results };
  });
}

/** Puts changed fields of one row, found by one of its fields, into every visible list. */
export const patchCachedRow = <E extends Endpoint, K extends keyof RowOf<E>>(
  client: QueryClient,
  list: E,
  key: K,
  patch: Partial<RowOf<E>> & Pick<RowOf<E>, K>,
): void => updateCachedRows(client, list, (row) => (row[key] === patch[key] ? Object.assign({}, row, patch) : row));

/** Returns a list with other rows. The total follows. */
export const replaceRows = <L extends { results: readonly unknown[]; total_items: number }>(
  list: L,
  results: L['results'],
): L => ({ ...list, results, total_items: list.total_items + results.length - list.results.length });
