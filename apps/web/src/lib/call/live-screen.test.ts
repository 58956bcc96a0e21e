import { articleEndpoints } from '@darkroom/contract/setting';
import { notificationEndpoints } from '@darkroom/contract/notification';
import { priceEndpoints } from '@darkroom/contract/price/price';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call } from './api.ts';
import { followChanges } from './live.ts';
import { query } from './query.ts';

const list = query(taskEndpoints.list, { scope: 'all', page: 3 });
const counts = query(taskEndpoints.counts, {});
const report = query(priceEndpoints.report, { date_from: '2026-11-01', date_to: '2026-11-30' });
const articles = query(articleEndpoints.list, {});
const notices = query(notificationEndpoints.list, {});

/** Response time of the server. */
const TAKES_MS = 20;
const page = { results: [{ task_id: 1 }, { task_id: 2 }], total_items: 200, total_pages: 4 };

let asked: Record<string, number>;
let visibility: DocumentVisibilityState;
let page_document: EventTarget;
let streams: ReadableStreamDefaultController<Uint8Array>[];
/** The server cannot be reached. */
let away: boolean;
/** Only this call gets no answer. */
let broken: string | null;
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  asked = {};
  streams = [];
  away = false;
  broken = null;
  visibility = 'visible';
  page_document = new EventTarget();
  Object.defineProperty(page_document, 'visibilityState', { get: () => visibility });
  vi.stubGlobal('document', page_document);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (away || url === broken) return Promise.reject(new TypeError('Failed to fetch'));
    if (url === '/api/live') return Promise.resolve(openStream(signal));
    asked[url] = (asked[url] ?? 0) + 1;
    const answer = Response.json(page, { headers: { 'x-request-id': `r-${asked[url]}` } });
    return new Promise((resolve) => setTimeout(() => resolve(answer), TAKES_MS));
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = followChanges(client);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openStream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => {
      streams.push(stream);
      signal?.addEventListener('abort', () => stream.error(new Error('aborted')));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const show = (options: object) => new QueryObserver(client, options as typeof list).subscribe(() => undefined);
const say = (event: string, data: object = {}) =>
  streams.at(-1)?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
const moved = (id: number, more: object = {}) => say('change', { topic: 'task', ids: [id], by: 'another', ...more });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const reads = ({ path }: { path: string }) => asked[path] ?? 0;
const turnTo = (to: DocumentVisibilityState) => {
  visibility = to;
  page_document.dispatchEvent(new Event('visibilitychange'));
};

/** The screen after some time without changes. */
async function settled(...shown: object[]) {
  const gone = shown.map(show);
  await pass(30_000);
  asked = {};
  return () => gone.forEach((end) => end());
}

describe('a page of tasks while others work', () => {
  it('is read at most once for ten changes elsewhere', async () => {
    await settled(list);
    for (let id = 100; id < 110; id += 1) {
      moved(id);
      await pass(100);
    }
    await pass(3000);
    expect(reads(taskEndpoints.list)).toBeLessThanOrEqual(1);
    await pass(10_000);
    expect(reads(taskEndpoints.list)).toBeLessThanOrEqual(2);
  });

  it('shows a change of its tasks within 250 ms, also after changes elsewhere', async () => {
    await settled(list);
    moved(100);
    await pass(200);
    moved(101);
    await pass(100);
    const before = reads(taskEndpoints.list);
    moved(2);
    await pass(250 - TAKES_MS);
    expect(reads(taskEndpoints.list)).toBe(before + 1);
  });

  it("shows the user's new work immediately", async () => {
    await settled(list, counts);
    moved(100);
    await pass(200);
    asked = {};
    moved(101, { mine: true });
    await pass(250 - TAKES_MS);
    expect(reads(taskEndpoints.list)).toBe(1);
    expect(reads(taskEndpoints.counts)).toBe(1);
  });

  it("is not read again after the user's own change", async () => {
    await settled(list);
    const answered = call(taskEndpoints.act, { task_id: 1, version: 1, action: 'start' });
    await pass(TAKES_MS);
    await answered;
    // As after every change by hand (`useApiMutation`).
    void client.invalidateQueries();
    moved(1, { by: 'r-1' });
    await pass(20_000);
    expect(reads(taskEndpoints.list)).toBe(1);
  });

  it('refreshes totals at a slower pace', async () => {
    await settled(counts);
    for (let n = 0; n < 100; n += 1) {
      moved(1);
      await pass(100);
    }
    expect(reads(taskEndpoints.counts)).toBeLessThanOrEqual(2);
  });
});

describe('a report that adds up', () => {
  it('is read at most every 15 s, and only while it is visible', async () => {
    const leave = await settled(report);
    for (let n = 0; n < 30; n += 1) {
      moved(n);
      await pass(1000);
    }
    expect(reads(priceEndpoints.report)).toBe(2);
    leave();
    moved(1);
    await pass(60_000);
    expect(reads(priceEndpoints.report)).toBe(2);
  });
});

describe('a hidden page', () => {
  it("is read only for the user's own events, and once when shown again", async () => {
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: { request: (_name: string, _options: object, begin: () => unknown) => Promise.resolve(begin()) },
    });
    await settled(list, counts, notices);
    moved(100);
    await pass(100);
    asked = {};
    moved(101);
    await pass(10);
    turnTo('hidden');
    await pass(100);
    asked = {};
    moved(1);
    say('change', { topic: 'notification', ids: [] });
    await pass(30_000);
    expect(reads(taskEndpoints.list)).toBe(0);
    expect(reads(taskEndpoints.counts)).toBe(0);
    expect(reads(notificationEndpoints.list)).toBe(1);
    turnTo('visible');
    await pass(30_000);
    expect(reads(taskEndpoints.list)).toBe(1);
    expect(reads(taskEndpoints.counts)).toBe(1);
  });
});

describe('a page that lost its connection', () => {
  it('reads all visible data once when the connection is back', async () => {
    const leave = await settled(list, counts);
    streams.at(-1)?.close();
    await pass(30_000);
    expect(streams).toHaveLength(2);
    expect(asked).toEqual({ [taskEndpoints.list.path]: 1, [taskEndpoints.counts.path]: 1 });
    leave();
  });

  it('repeats failed reads when the server is back', async () => {
    const leave = await settled(list);
    away = true;
    const hide = show(articles);
    await pass(60_000);
    expect(client.getQueryState(articles.queryKey)?.status).toBe('error');
    away = false;
    // The user does nothing, and the old stream did not break.
    await pass(20_000);
    expect(client.getQueryState(articles.queryKey)?.status).toBe('success');
    hide();
    leave();
  });

  it('repeats failed reads when any call is answered', async () => {
    const leave = await settled(list);
    away = true;
    const hide = show(articles);
    await pass(60_000);
    away = false;
    await Promise.all([call(notificationEndpoints.list, {}), pass(3 * TAKES_MS)]);
    expect(client.getQueryState(articles.queryKey)?.status).toBe('success');
    hide();
    leave();
  });

  it('does not repeat a single failing read again and again', async () => {
    const leave = await settled(list);
    broken = articleEndpoints.list.path;
    const failing = vi.fn(articles.queryFn as () => Promise<unknown>);
    const hide = show({ ...articles, queryFn: failing });
    await pass(10_000);
    expect(failing).toHaveBeenCalledTimes(1);
    hide();
    leave();
  });

  it('does not repeat rejected reads', async () => {
    const leave = await settled(list);
    const refused = vi.fn(() =>
      Promise.reject(new ApiError(403, { type: '', title: '', status: 403, code: 'forbidden' })),
    );
    const hide = show({ queryKey: ['refused'], queryFn: refused });
    away = true;
    await call(notificationEndpoints.list, {}).catch(() => undefined);
    await pass(5000);
    away = false;
    await Promise.all([call(notificationEndpoints.list, {}), pass(1000)]);
    expect(refused).toHaveBeenCalledTimes(1);
    hide();
    leave();
  });
});
