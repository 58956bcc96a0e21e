import type { Endpoint, InputOf, OutputOf, Shown, Topic } from '@darkroom/contract/endpoint';
import {
  hashKey,
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, readTagged } from './api.ts';
import { tag, tagOf } from './tags.ts';
import { failureWords } from '../errors/error-message.ts';
import { showOnFields } from '../errors/form-errors.tsx';
import { useToast } from '../toast.ts';
import { newUuid } from '../uuid.ts';

/** Queries whose next run the page starts by itself. See `readInBackground`. */
export const inBackground = new Set<string>();

/** Every endpoint that was read, by its name. */
const asked = new Map<string, Endpoint>();

/** The options of a read: `useQuery(query(jobEndpoints.list, filters))`. The key is the endpoint's name and the input. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions<OutputOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ client, signal, queryKey }) => {
      if (!inBackground.has(hashKey(queryKey))) return call(endpoint, input, { signal });
      const before = client.getQueryData<OutputOf<E>>(queryKey);
      const read = await readTagged(endpoint, input, { signal, background: true, known: tagOf(before) });
      if (read === null) return before as OutputOf<E>;
      if (read.tag !== null) tag(read.answer, read.tag);
      return read.answer;
    },
  });

export function keyOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  asked.set(endpoint.name, endpoint);
  return [endpoint.name, input] as const;
}

/** The most rows of one answer (domain §8). */
export const LONGEST_PART = 200;

interface Listing {
  results: unknown[];
  total_items: number;
  total_is_least?: true;
  total_pages: number;
}

/** A list whose page can be longer than one answer. It is fetched in parts and joined. */
export const pageQuery = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & { page?: number | undefined; page_size?: number | undefined },
) => {
  const { page = 1, page_size = LONGEST_PART } = input;
  if (page_size <= LONGEST_PART) return query(endpoint, input);
  return queryOptions<OutputOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ signal, queryKey }) => {
      const background = inBackground.has(hashKey(queryKey));
      const first = ((page - 1) * page_size) / LONGEST_PART + 1;
      const parts = (await Promise.all(
        Array.from({ length: page_size / LONGEST_PART }, (_, at) =>
          call(endpoint, { ...input, page: first + at, page_size: LONGEST_PART }, { signal, background }),
        ),
      )) as Listing[];
      const { total_items = 0, total_is_least } = parts[0] ?? {};
      const results = parts.flatMap((part) => part.results);
      return { results, total_items, total_is_least, total_pages: Math.ceil(total_items / page_size) } as OutputOf<E>;
    },
  });
};

/** Whether a change of one of the topics makes an answer out of date. */
export const concerns = (topics: readonly Topic[]) => (entry: Query) =>
  topicsOf(entry).some((topic) => topics.includes(topic));

/** Topics whose changes make an answer out of date. */
export const topicsOf = ({ queryKey: [name] }: Query): readonly Topic[] => byName(name)?.topics ?? [];

/** The ids of a topic that an answer shows. Undefined if any change of the topic concerns it. */
export const shownOf = ({ queryKey: [name] }: Query, topic: Topic): Shown<unknown, unknown> | undefined =>
  byName(name)?.shows?.[topic];

/** Whether an answer adds up a whole period. */
export const addsUp = ({ queryKey: [name] }: Query): boolean => byName(name)?.addsUp ?? false;

const byName = (name: unknown) => (typeof name === 'string' ? asked.get(name) : undefined);

/** Marks every answer with one of the topics as out of date. Visible answers are fetched again. */
export const invalidateTopics = (client: QueryClient, topics: readonly Topic[]): Promise<void> =>
  client.invalidateQueries({ predicate: concerns(topics) });

/** Refetches an answer without action of the user. The request carries X-Background. */
export async function readInBackground(client: QueryClient, { queryKey, queryHash }: Query): Promise<void> {
  inBackground.add(queryHash);
  try {
    await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
  } finally {
    inBackground.delete(queryHash);
  }
}

export interface ApiMutationOptions<E extends Endpoint> {
  onSuccess?: (output: OutputOf<E>, input: InputOf<E>) => unknown;
  /** Returns true when it has shown the failure itself. Otherwise the form or a toast shows it. */
  onError?: (error: ApiError, input: InputOf<E>) => boolean | void;
  /** The sent form, which shows the rejected fields. */
  form?: FormInstance;
  /** Maps a field of the call to the form's field, if their names differ. */
  placeOf?: ((field: string) => string) | undefined;
  /** Text of the toast before the reason. */
  failed?: string | undefined;
  /** Topics that the change makes out of date. */
  invalidates?: readonly Topic[] | undefined;
}

/** An error that means that the visible data was out of date. */
const isOutOfDate = ({ status }: ApiError): boolean => status === 404 || status === 409;

/** An error with the form's names of its fields. */
function placed(error: ApiError, placeOf: (field: string) => string): ApiError {
  const errors = error.problem.errors?.map((item) => ({ ...item, field: placeOf(item.field) }));
  return new ApiError(error.status, errors ? { ...error.problem, errors } : error.problem);
}

/**
 * A write of the contract. The same input after a missing answer repeats the Idempotency-Key, so that the change happens only once. The
 * same input during the call, as with a double Enter, sends nothing.
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  options: ApiMutationOptions<E> = {},
): UseMutationResult<OutputOf<E>, ApiError, InputOf<E>> {
  const client = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation(['errors']);
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  /** Removes the message of the previous failure. */
  const unsay = useRef<() => void>(null);
  const mutation = useMutation<OutputOf<E>, ApiError, InputOf<E>>({
    mutationKey: [endpoint.name],
    mutationFn: async (input) => {
      const body = JSON.stringify(input);
      const key = unanswered.current?.body === body ? unanswered.current.key : newUuid();
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
      unsay.current?.();
      if (options.invalidates) void invalidateTopics(client, options.invalidates);
      await options.onSuccess?.(output, input);
    },
    onError: (error, input) => {
      // Missing or changed records are read again wherever they are visible.
      if (options.invalidates && isOutOfDate(error)) void invalidateTopics(client, options.invalidates);
      // An ended session needs no message here, because the sign-in page shows one.
      if (options.onError?.(error, input) === true || error.status === 401) return;
      const { form, placeOf, failed } = options;
      const unsaid = form ? showOnFields(form, placeOf ? placed(error, placeOf) : error, t) : error;
      if (!unsaid) return;
      const { text, title } = failureWords(unsaid, t);
      unsay.current = toast.failed(failed ? `${failed} ${text}` : text, title);
    },
  });
  const { mutateAsync: send } = mutation;
  const running = useRef(new Map<string, Promise<OutputOf<E>>>());
  const mutateAsync = useCallback<typeof send>(
    (...args) => {
      const body = JSON.stringify(args[0]);
      const same = running.current.get(body);
      if (same) return same;
      const sent = send(...args).finally(() => running.current.delete(body));
      running.current.set(body, sent);
      return sent;
    },
    [send],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      // `onError` has shown the failure.
      mutateAsync(...args).catch(() => undefined);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
