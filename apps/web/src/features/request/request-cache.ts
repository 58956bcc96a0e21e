import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import type { QueryClient } from '@tanstack/react-query';
import { replaceRows } from '../../lib/api/cached-list.ts';

type ListInput = InputOf<typeof requestEndpoints.list>;
type List = OutputOf<typeof requestEndpoints.list>;

const getLoadedLists = (client: QueryClient) =>
  client
    .getQueriesData<List>({ queryKey: [requestEndpoints.list.name] })
    .flatMap(([key, list]) => (list ? [{ key, list, input: key[1] as ListInput }] : []));

/** Finds the newest loaded version of a request. */
export function findCachedRequest(client: QueryClient, id: number): RequestRow | undefined {
  const versions = getLoadedLists(client).flatMap(({ list }) => list.results.filter((row) => row.id === id));
  return versions.reduce<RequestRow | undefined>(
    (best, row) => (best && best.version >= row.version ? best : row),
    undefined,
  );
}

/** Returns a key of the filter without board and status. A card that leaves one column can appear in another with the same filter. */
const getFilterKey = (input: ListInput) => {
  const {
    board: _b,
    status: _s,
    sort: _o,
    unread_first: _u,
    faults_first: _f,
    page: _p,
    page_size: _z,
    ...filter
  } = input;
  return JSON.stringify(filter);
};

const matchesInput = ({ board, status }: ListInput, row: RequestRow) =>
  (board === undefined || board === row.board) && (!status?.length || status.includes(row.status));

/** Returns the rank of a row, which counts before the order of the column. */
const getRank = ({ unread_first, faults_first }: ListInput, { unread, type }: RequestRow) =>
  2 * Number(unread_first === true && unread > 0) + Number(faults_first === true && type === 'FAULTS');

function withPlacedRow(list: List, input: ListInput, row: RequestRow, before: RequestRow | undefined): List {
  const isListed = list.results.some(({ id }) => id === row.id);
  const isColumn = input.status?.length === 1;
  const rest = list.results.filter(({ id }) => id !== row.id);
  const belongs = matchesInput(input, row);
  const hasMoved = before && (before.status !== row.status || before.board !== row.board);
  const totals = hasMoved
    ? list.totals.map((total) => ({
        ...total,
        count:
          total.count +
          Number(total.board === row.board && total.status === row.status) -
          Number(total.board === before.board && total.status === before.status),
      }))
    : list.totals;
  if (isListed && belongs) {
    return { ...list, totals, results: list.results.map((result) => (result.id === row.id ? row : result)) };
  }
  if (isListed) return { ...replaceRows(list, rest), totals };
  if (!belongs || !isColumn) return { ...list, totals };
  // A moved row is last within its rank, or first where the newest is first.
  const rank = getRank(input, row);
  const newestFirst = input.sort?.startsWith('-');
  const insertIndex =
    1 + rest.findLastIndex((item) => getRank(input, item) > rank || (!newestFirst && getRank(input, item) === rank));
  return { ...replaceRows(list, rest.toSpliced(insertIndex, 0, row)), totals };
}

/** Puts a version of a request into all loaded lists. It moves from its old column to its new column. */
export function putRequest(client: QueryClient, row: RequestRow): void {
  const lists = getLoadedLists(client);
  const filtersWithRow = new Set(
    lists.flatMap(({ list, input }) => (list.results.some(({ id }) => id === row.id) ? [getFilterKey(input)] : [])),
  );
  for (const { key, list, input } of lists) {
    if (!filtersWithRow.has(getFilterKey(input))) continue;
    const before = lists
      .filter((other) => getFilterKey(other.input) === getFilterKey(input))
      .flatMap((other) => other.list.results)
      .find(({ id }) => id === row.id);
    client.setQueryData<List>(key, withPlacedRow(list, input, row, before));
  }
}

/** A step that has no response yet: the request before the step, and the request as shown until the response. */
export interface PendingStep {
  readonly before: RequestRow;
  readonly expected: RequestRow;
}

/**
 * Keeps unanswered steps visible in lists that are loaded before the response, so that the card does not jump back. The returned function
 * stops this.
 */
export const keepPendingSteps = (client: QueryClient, steps: ReadonlyMap<number, PendingStep>): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey } = event.query;
    if (queryKey[0] !== requestEndpoints.list.name) return;
    const input = queryKey[1] as ListInput;
    for (const step of steps.values())
      client.setQueryData<List>(queryKey, (list) => list && withPendingStep(list, input, step));
  });

/** Returns a loaded list with a step that has no response yet. If the list has another version of the request, that version is used. */
function withPendingStep(list: List, input: ListInput, { before, expected }: PendingStep): List {
  const listedRow = list.results.find(({ id }) => id === before.id);
  const isAffected = listedRow
    ? listedRow.version === before.version
    : matchesInput(input, expected) && !matchesInput(input, before);
  return isAffected ? withPlacedRow(list, input, expected, before) : list;
}

/** Removes a request from all lists: it was deleted, or its board is not visible to the user. */
export function removeRequest(client: QueryClient, id: number): void {
  for (const { key, list } of getLoadedLists(client)) {
    if (!list.results.some((row) => row.id === id)) continue;
    const rest = list.results.filter((row) => row.id !== id);
    client.setQueryData<List>(key, replaceRows(list, rest));
  }
}
