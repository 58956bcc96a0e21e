import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { call, type ApiError } from './api.ts';
import { backgroundQueries, keyOf, MAX_ANSWER_ROWS } from './query.ts';

interface Part {
  results: unknown[];
  total_pages: number;
}

/** Returns the options of a whole list, fetched in as many parts as needed. Other values of the response are those of the first part. */
export const wholeQuery = <E extends Endpoint>(endpoint: E, input: Omit<InputOf<E>, 'page' | 'page_size'>) => {
  const toPageInput = (page: number) => ({ ...input, page, page_size: MAX_ANSWER_ROWS }) as InputOf<E>;
  return queryOptions<OutputOf<E>, ApiError>({
    queryKey: [...keyOf(endpoint, toPageInput(1)), 'whole'],
    queryFn: async ({ signal, queryKey }) => {
      const options = { signal, background: backgroundQueries.has(hashKey(queryKey)) };
      const first = await call(endpoint, toPageInput(1), options);
      const { results, total_pages } = first as Part;
      const others = (await Promise.all(
        Array.from({ length: Math.max(0, total_pages - 1) }, (_, index) =>
          call(endpoint, toPageInput(index + 2), options),
        ),
      )) as Part[];
      return {
        ...(first as object),
        results: [results, ...others.map((other) => other.results)].flat(),
      } as OutputOf<E>;
    },
  });
};
