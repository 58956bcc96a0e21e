import type { Endpoint, InputOf, OutputOf, ShownPart, Topic } from '@darkroom/contract/endpoint';
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
import { useTranslation } from '../i18n/use-translation.tsx';
import { ApiError, call, readWithEtag } from './api.ts';
import { setEtag, getEtag } from './etags.ts';
import { getFailureText } from '../errors/error-message.ts';
import { showFieldErrors } from '../errors/form-errors.tsx';
import { useToast } from '../toast.ts';
import { newUuid } from '../uuid.ts';

/** Queries whose next run the page starts automatically (`readInBackground`). */
export const backgroundQueries = new Set<string>();

/** Every endpoint that was read, by its name. */
const endpointsByName = new Map<string, Endpoint>();

/** Returns the options of a read: `useQuery(query(jobEndpoints.list, filters))`. The key is the endpoint's name and the input. */
export const query = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  queryOptions<OutputOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ client, signal, queryKey }) => {
      if (!backgroundQueries.has(hashKey(queryKey))) return call(endpoint, input, { signal });
      const before = client.getQueryData<OutputOf<E>>(queryKey);
      const read = await readWithEtag(endpoint, input, { signal, background: true, etag: getEtag(before) });
      if (read === null) return before as OutputOf<E>;
      if (read.etag !== null) setEtag(read.response, read.etag);
      return read.response;
    },
  });

export function keyOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  endpointsByName.set(endpoint.name, endpoint);
  return [endpoint.name, input] as const;
}

/** The most rows of one response (domain §8). */
export const MAX_ANSWER_ROWS = 200;

interface ListResponse {
  results: unknown[];
  total_items: number;
  total_is_least?: true;
  total_pages: number;
}

/** Returns the options of a list whose page can be longer than one response. The list is fetched in parts and joined. */
export const pageQuery = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & { page?: number | undefined; page_size?: number | undefined },
) => {
  const { page = 1, page_size = MAX_ANSWER_ROWS } = input;
  if (page_size <= MAX_ANSWER_ROWS) return query(endpoint, input);
  return queryOptions<OutputOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: async ({ signal, queryKey }) => {
      const background = backgroundQueries.has(hashKey(queryKey));
      const first = ((page - 1) * page_size) / MAX_ANSWER_ROWS + 1;
      const parts = (await Promise.all(
        Array.from({ length: page_size / MAX_ANSWER_ROWS }, (_, index) =>
          call(endpoint, { ...input, page: first + index, page_size: MAX_ANSWER_ROWS }, { signal, background }),
        ),
      )) as ListResponse[];
      const { total_items = 0, total_is_least } = parts[0] ?? {};
      const results = parts.flatMap((part) => part.results);
      return { results, total_items, total_is_least, total_pages: Math.ceil(total_items / page_size) } as OutputOf<E>;
    },
  });
};

/** True if a change of one of the topics makes a response out of date. */
export const isAffectedBy = (topics: readonly Topic[]) => (entry: Query) =>
  getTopics(entry).some((topic) => topics.includes(topic));

/** Returns the topics whose changes make a response out of date. */
export const getTopics = ({ queryKey: [name] }: Query): readonly Topic[] => findEndpoint(name)?.topics ?? [];

/** Returns the ids of a topic that a response shows. Undefined if any change of the topic concerns the response. */
export const getShownIds = ({ queryKey: [name] }: Query, topic: Topic): ShownPart<unknown, unknown> | undefined =>
  findEndpoint(name)?.shows?.[topic];

/** True if a response adds up a whole period. */
export const isPeriodTotal = ({ queryKey: [name] }: Query): boolean => findEndpoint(name)?.isPeriodReport ?? false;

const findEndpoint = (name: unknown) => (typeof name === 'string' ? endpointsByName.get(name) : undefined);

/** Marks every response with one of the topics as out of date. Visible responses are fetched again. */
export const invalidateTopics = (client: QueryClient, topics: readonly Topic[]): Promise<void> =>
  client.invalidateQueries({ predicate: isAffectedBy(topics) });

/** Refetches a response without action of the user. The request has the header X-Background. */
export async function readInBackground(client: QueryClient, { queryKey, queryHash }: Query): Promise<void> {
  backgroundQueries.add(queryHash);
  try {
    await client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
  } finally {
    backgroundQueries.delete(queryHash);
  }
}

export interface ApiMutationOptions<E extends Endpoint> {
  onSuccess?: (output: OutputOf<E>, input: InputOf<E>) => unknown;
  /** Returns true when it has shown the failure itself. Otherwise the form or a toast shows it. */
  onError?: (error: ApiError, input: InputOf<E>) => boolean | void;
  /** The sent form, which shows the rejected fields. */
  form?: FormInstance;
  /** Maps a field of the endpoint to the form's field, if their names differ. */
  toFormField?: ((field: string) => string) | undefined;
  /** Text of the toast before the reason. */
  failed?: string | undefined;
  /** Topics that the change makes out of date. */
  invalidates?: readonly Topic[] | undefined;
}

/** True if the error means that the visible data was out of date. */
const isOutOfDate = ({ status }: ApiError): boolean => status === 404 || status === 409;

/** Returns the error with the form's names of its fields. */
function mapErrorFields(error: ApiError, toFormField: (field: string) => string): ApiError {
  const errors = error.problem.errors?.map((item) => ({ ...item, field: toFormField(item.field) }));
  return new ApiError(error.status, errors ? { ...error.problem, errors } : error.problem);
}

/**
 * Returns a write of the contract. If the response is missing, the same input repeats the Idempotency-Key, so that the change happens only
 * once. During the request, as with a double Enter, the same input sends nothing.
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
  const hideFailure = useRef<() => void>(null);
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
      hideFailure.current?.();
      if (options.invalidates) void invalidateTopics(client, options.invalidates);
      await options.onSuccess?.(output, input);
    },
    onError: (error, input) => {
      // Missing or changed records are read again in every visible list and page.
      if (options.invalidates && isOutOfDate(error)) void invalidateTopics(client, options.invalidates);
      // An ended session needs no message here, because the sign-in page shows one.
      if (options.onError?.(error, input) === true || error.status === 401) return;
      const { form, toFormField, failed } = options;
      const remainingError = form
        ? showFieldErrors(form, toFormField ? mapErrorFields(error, toFormField) : error, t)
        : error;
      if (!remainingError) return;
      const { text, title } = getFailureText(remainingError, t);
      hideFailure.current = toast.failed(failed ? `${failed} ${text}` : text, title);
    },
  });
  const { mutateAsync: send } = mutation;
  const running = useRef(new Map<string, Promise<OutputOf<E>>>());
  const mutateAsync = useCallback<typeof send>(
    (...args) => {
      const body = JSON.stringify(args[0]);
      const pendingCall = running.current.get(body);
      if (pendingCall) return pendingCall;
      const promise = send(...args).finally(() => running.current.delete(body));
      running.current.set(body, promise);
      return promise;
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
