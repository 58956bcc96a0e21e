import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { requestEndpoints, type RequestRow } from '@darkroom/contract/request/request';
import type { QueryClient } from '@tanstack/react-query';
import { withRows } from '../../lib/call/cached-list.ts';

type ListInput = InputOf<typeof requestEndpoints.list>;
type List = OutputOf<typeof requestEndpoints.list>;

const listsOf = (client: QueryClient) =>
  client
    .getQueriesData<List>({ queryKey: [requestEndpoints.list.name] })
    .flatMap(([key, list]) => (list ? [{ key, list, input: key[1] as ListInput }] : []));

/** The newest loaded version of a request. */
export function requestInCache(client: QueryClient, id: number): RequestRow | undefined {
  const known = listsOf(client).flatMap(({ list }) => list.results.filter((row) => row.id === id));
  return known.reduce<RequestRow | undefined>(
    (best, row) => (best && best.version >= row.version ? best : row),
    undefined,
  );
}

/** Filter without board and status. A card that leaves one column can appear in another with the same filter. */
const filterOf = (input: ListInput) => {
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

const fits = ({ board, status }: ListInput, row: RequestRow) =>
  (board === undefined || board === row.board) && (!status?.length || status.includes(row.status));

/** Rank of a row, which counts before the order of the column. */
const rankOf = ({ unread_first, faults_first }: ListInput, { unread, type }: RequestRow) =>
  2 * Number(unread_first === true && unread > 0) + Number(faults_first === true && type === 'FAULTS');

function placed(list: List, input: ListInput, row: RequestRow, before: RequestRow | undefined): List {
  const there = list.results.some(({ id }) => id === row.id);
  const column = input.status?.length === 1;
  const rest = list.results.filter(({ id }) => id !== row.id);
  const belongs = fits(input, row);
  const moved = before && (before.status !== row.status || before.board !== row.board);
  const totals = moved
    ? list.totals.map((total) => ({
        ...total,
        count:
          total.count +
          Number(total.board === row.board && total.status === row.status) -
          Number(total.board === before.board && total.status === before.status),
      }))
    : list.totals;
  if (there && belongs) {
    return { ...list, totals, results: list.results.map((one) => (one.id === row.id ? row : one)) };
  }
  if (there) return { ...withRows(list, rest), totals };
  if (!belongs || !column) return { ...list, totals };
  // A moved row is last within its rank, or first where the newest is first.
  const rank = rankOf(input, row);
  const newestFirst = input.sort?.startsWith('-');
  const at =
    1 + rest.findLastIndex((one) => rankOf(input, one) > rank || (!newestFirst && rankOf(input, one) === rank));
  return { ...withRows(list, rest.toSpliced(at, 0, row)), totals };
}

/** Puts a version of a request into all loaded lists: out of its old column, into its new one. */
export function putRequest(client: QueryClient, row: RequestRow): void {
  const lists = listsOf(client);
  const homes = new Set(
    lists.flatMap(({ list, input }) => (list.results.some(({ id }) => id === row.id) ? [filterOf(input)] : [])),
  );
  for (const { key, list, input } of lists) {
    if (!homes.has(filterOf(input))) continue;
    const before = lists
      .filter((other) => filterOf(other.input) === filterOf(input))
      .flatMap((other) => other.list.results)
      .find(({ id }) => id === row.id);
    client.setQueryData<List>(key, placed(list, input, row, before));
  }
}

/** A step without an answer yet: the request before it, and as shown until the answer. */
export interface UnderWay {
  readonly before: RequestRow;
  readonly soon: RequestRow;
}

/**
 * Keeps unanswered steps visible in lists that are loaded before the answer, so that the card does not jump back. The returned function
 * stops this.
 */
export const keepUnderWay = (client: QueryClient, steps: ReadonlyMap<number, UnderWay>): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey } = event.query;
    if (queryKey[0] !== requestEndpoints.list.name) return;
    const input = queryKey[1] as ListInput;
    for (const step of steps.values())
      client.setQueryData<List>(queryKey, (list) => list && shownAgain(list, input, step));
  });

/** A loaded list with an unanswered step. If the list has another version of the request, that version is used. */
function shownAgain(list: List, input: ListInput, { before, soon }: UnderWay): List {
  const there = list.results.find(({ id }) => id === before.id);
  const takesPart = there ? there.version === before.version : fits(input, soon) && !fits(input, before);
  return takesPart ? placed(list, input, soon, before) : list;
}

/** Removes a request from all lists: it was deleted, or its board is not visible to the user. */
export function dropRequest(client: QueryClient, id: number): void {
  for (const { key, list } of listsOf(client)) {
    if (!list.results.some((row) => row.id === id)) continue;
    const rest = list.results.filter((row) => row.id !== id);
    client.setQueryData<List>(key, withRows(list, rest));
  }
}
