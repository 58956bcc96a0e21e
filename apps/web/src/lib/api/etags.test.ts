import { taskEndpoints } from '@darkroom/contract/task/task';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { query, readInBackground } from './query.ts';

const list = query(taskEndpoints.list, { scope: 'all' });

/** A server with one response. */
let rows: object[];
let tag: string;
let requestEtags: (string | null)[];
let sentStatuses: number[];
let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  [rows, tag, requestEtags, sentStatuses] = [[{ task_id: 1, version: 1 }], 'W/"one"', [], []];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const sentTag = headers['If-None-Match'] ?? null;
    requestEtags.push(sentTag);
    const unchanged = sentTag === tag;
    sentStatuses.push(unchanged ? 304 : 200);
    if (unchanged) return new Response(null, { status: 304, headers: { etag: tag } });
    const more = headers['X-Background'] ? { headers: { etag: tag } } : {};
    return Response.json({ results: rows, total_items: rows.length, total_pages: 1 }, more);
  });
  client = createQueryClient();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

async function showList() {
  const observer = new QueryObserver(client, list);
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined());
  return { data: () => observer.getCurrentResult().data, observer };
}
const readAgain = () => readInBackground(client, client.getQueryCache().find(list)!);

it('an unchanged list is not sent again and stays the same object', async () => {
  const { data } = await showList();
  await readAgain();
  const before = data();
  await readAgain();
  await readAgain();
  expect(requestEtags).toEqual([null, null, 'W/"one"', 'W/"one"']);
  expect(sentStatuses).toEqual([200, 200, 304, 304]);
  expect(data()).toBe(before);
});

it('a changed list is new and has a new tag', async () => {
  const { data } = await showList();
  await readAgain();
  rows = [...rows, { task_id: 2, version: 1 }];
  tag = 'W/"two"';
  await readAgain();
  expect(data()?.results).toEqual(rows);
  await readAgain();
  expect(sentStatuses).toEqual([200, 200, 200, 304]);
  expect(data()?.results).toEqual(rows);
});

it('a response that an optimistic change replaced is read completely', async () => {
  const { data } = await showList();
  await readAgain();
  client.setQueryData(list.queryKey, (old) => old && { ...old, results: [] });
  expect(data()?.results).toEqual([]);
  await readAgain();
  expect(requestEtags.at(-1)).toBeNull();
  expect(data()?.results).toEqual(rows);
});
