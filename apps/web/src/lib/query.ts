import { endpoints, type Endpoint, type InputOf, type OutputOf, type Topic } from '@darkroom/contract';
import {
  hashKey,
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, newIdempotencyKey } from './api.ts';
import { messageOf } from './error-message.ts';
import { useToast } from './toast.ts';

/** Queries whose next run the page makes by itself; see `refreshInBackground`. */
const inBackground = new Set<string>();

/** What a list or a record is read with: `useQuery(query(endpoints.job.list, filters))`. The key is the endpoint's name and the input. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions<OutputOf<E>, ApiError>({
    queryKey: [endpoint.name, input],
    queryFn: ({ signal, queryKey }) =>
      call(endpoint, input, { signal, background: inBackground.has(hashKey(queryKey)) }),
  });

const topicsByName = new Map<string, readonly Topic[]>(
  Object.values(endpoints)
    .flatMap((noun): Endpoint[] => Object.values(noun))
    .map((endpoint) => [endpoint.name, endpoint.topics ?? []]),
);

const concerns = (topics: readonly Topic[]) => (entry: Query) => {
  const [name] = entry.queryKey;
  return typeof name === 'string' && (topicsByName.get(name) ?? []).some((topic) => topics.includes(topic));
};

/** Marks every answer that speaks of one of the topics as out of date; what is on the screen is fetched anew. */
export const invalidateTopics = (client: QueryClient, topics: readonly Topic[]): Promise<void> =>
  client.invalidateQueries({ predicate: concerns(topics) });

/** The same, when the page does it by itself: the requests carry X-Background. */
export async function refreshInBackground(client: QueryClient, topics: readonly Topic[]): Promise<void> {
  const active = client.getQueryCache().findAll({ type: 'active', predicate: concerns(topics) });
  const hashes = active.map((entry) => hashKey(entry.queryKey));
  for (const hash of hashes) inBackground.add(hash);
  try {
    await invalidateTopics(client, topics);
  } finally {
    for (const hash of hashes) inBackground.delete(hash);
  }
}

export interface ApiMutationOptions<E extends Endpoint> {
  onSuccess?: (output: OutputOf<E>, input: InputOf<E>) => unknown;
  /** Returns true when the failure has been shown, on a field or in a dialog; otherwise one toast says it. */
  onError?: (error: ApiError, input: InputOf<E>) => boolean | void;
  /** What the change has put out of date. */
  invalidates?: readonly Topic[];
}

/**
 * A write of the contract. Repeating the same input after no answer came repeats the same Idempotency-Key, so that a
 * change whose reply was lost is not made twice.
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options: ApiMutationOptions<E> = {},
): UseMutationResult<OutputOf<E>, ApiError, InputOf<E>> {
  const client = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation('errors');
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  return useMutation<OutputOf<E>, ApiError, InputOf<E>>({
    mutationKey: [endpoint.name],
    mutationFn: async (input) => {
      const body = JSON.stringify(input);
      const key = unanswered.current?.body === body ? unanswered.current.key : newIdempotencyKey();
      unanswered.current = null;
      try {
        return await call(endpoint, input, { idempotencyKey: key });
      } catch (error) {
        if (error instanceof ApiError && (error.status === 0 || error.status >= 500))
          unanswered.current = { body, key };
        throw error;
      }
    },
    onSuccess: async (output, input) => {
      if (options.invalidates) void invalidateTopics(client, options.invalidates);
      await options.onSuccess?.(output, input);
    },
    onError: (error, input) => {
      // A dead session speaks for itself: the sign-in page is already on its way.
      if (options.onError?.(error, input) === true || error.status === 401) return;
      toast.error(messageOf(error, t));
    },
  });
}
