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
const notifications = query(notificationEndpoints.list, {});

/** Response time of the server. */
const TAKES_MS = 20;
const page = { results: [{ task_id: 1 }, { task_id: 2 }], total_items: 200, total_pages: 4 };

let readsByPath: Record<string, number>;
let visibility: DocumentVisibilityState;
let page_document: EventTarget;
let streams: ReadableStreamDefaultController<Uint8Array>[];
/** True while the server cannot be reached. */
let isServerDown: boolean;
/** Path of the only request without a response. */
let brokenPath: string | null;
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  readsByPath = {};
  streams = [];
  isServerDown = false;
  brokenPath = null;
  visibility = 'visible';
  page_document = new EventTarget();
  Object.defineProperty(page_document, 'visibilityState', { get: () => visibility });
  vi.stubGlobal('document', page_document);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (isServerDown || url === brokenPath) return Promise.reject(new TypeError('Failed to fetch'));
    if (url === '/api/live') return Promise.resolve(openStream(signal));
    readsByPath[url] = (readsByPath[url] ?? 0) + 1;
    const response = Response.json(page, { headers: { 'x-request-id': `r-${readsByPath[url]}` } });
    return new Promise((resolve) => setTimeout(() => resolve(response), TAKES_MS));
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

const observe = (options: object) => new QueryObserver(client, options as typeof list).subscribe(() => undefined);
const sendEvent = (event: string, data: object = {}) =>
  streams.at(-1)?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
const sendTaskChange = (id: number, more: object = {}) =>
  sendEvent('change', { topic: 'task', ids: [id], by: 'another', ...more });
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const countReads = ({ path }: { path: string }) => readsByPath[path] ?? 0;
const setVisibility = (to: DocumentVisibilityState) => {
  visibility = to;
  page_document.dispatchEvent(new Event('visibilitychange'));
};

/** Shows a screen and waits some time without changes. */
async function showAndSettle(...shown: object[]) {
  const unsubscribers = shown.map(observe);
  await advanceTime(30_000);
  readsByPath = {};
  return () => unsubscribers.forEach((end) => end());
}

describe('a page of tasks that other users change', () => {
  it('the page is read at most once for ten changes elsewhere', async () => {
    await showAndSettle(list);
    for (let id = 100; id < 110; id += 1) {
      sendTaskChange(id);
      await advanceTime(100);
    }
    await advanceTime(3000);
    expect(countReads(taskEndpoints.list)).toBeLessThanOrEqual(1);
    await advanceTime(10_000);
    expect(countReads(taskEndpoints.list)).toBeLessThanOrEqual(2);
  });

  it('a change of its tasks is shown within 250 ms, also after changes elsewhere', async () => {
    await showAndSettle(list);
    sendTaskChange(100);
    await advanceTime(200);
    sendTaskChange(101);
    await advanceTime(100);
    const before = countReads(taskEndpoints.list);
    sendTaskChange(2);
    await advanceTime(250 - TAKES_MS);
    expect(countReads(taskEndpoints.list)).toBe(before + 1);
  });

  it("the user's new work is shown immediately", async () => {
    await showAndSettle(list, counts);
    sendTaskChange(100);
    await advanceTime(200);
    readsByPath = {};
    sendTaskChange(101, { mine: true });
    await advanceTime(250 - TAKES_MS);
    expect(countReads(taskEndpoints.list)).toBe(1);
    expect(countReads(taskEndpoints.counts)).toBe(1);
  });

  it("the page is not read again after the user's own change", async () => {
    await showAndSettle(list);
    const startCall = call(taskEndpoints.act, { task_id: 1, version: 1, action: 'start' });
    await advanceTime(TAKES_MS);
    await startCall;
    // Every change by a user does this too (`useApiMutation`).
    void client.invalidateQueries();
    sendTaskChange(1, { by: 'r-1' });
    await advanceTime(20_000);
    expect(countReads(taskEndpoints.list)).toBe(1);
  });

  it('totals are refreshed at a slower pace', async () => {
    await showAndSettle(counts);
    for (let n = 0; n < 100; n += 1) {
      sendTaskChange(1);
      await advanceTime(100);
    }
    expect(countReads(taskEndpoints.counts)).toBeLessThanOrEqual(2);
  });
});

describe('reports of a period', () => {
  it('a report is read at most every 15 s, and only while it is visible', async () => {
    const closeScreen = await showAndSettle(report);
    for (let n = 0; n < 30; n += 1) {
      sendTaskChange(n);
      await advanceTime(1000);
    }
    expect(countReads(priceEndpoints.report)).toBe(2);
    closeScreen();
    sendTaskChange(1);
    await advanceTime(60_000);
    expect(countReads(priceEndpoints.report)).toBe(2);
  });
});

describe('hidden pages', () => {
  it("a hidden page is read only for the user's own events, and once when shown", async () => {
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: { request: (_name: string, _options: object, callback: () => unknown) => Promise.resolve(callback()) },
    });
    await showAndSettle(list, counts, notifications);
    sendTaskChange(100);
    await advanceTime(100);
    readsByPath = {};
    sendTaskChange(101);
    await advanceTime(10);
    setVisibility('hidden');
    await advanceTime(100);
    readsByPath = {};
    sendTaskChange(1);
    sendEvent('change', { topic: 'notification', ids: [] });
    await advanceTime(30_000);
    expect(countReads(taskEndpoints.list)).toBe(0);
    expect(countReads(taskEndpoints.counts)).toBe(0);
    expect(countReads(notificationEndpoints.list)).toBe(1);
    setVisibility('visible');
    await advanceTime(30_000);
    expect(countReads(taskEndpoints.list)).toBe(1);
    expect(countReads(taskEndpoints.counts)).toBe(1);
  });
});

describe('pages after a lost connection', () => {
  it('all visible data is read once when the connection is back', async () => {
    const closeScreen = await showAndSettle(list, counts);
    streams.at(-1)?.close();
    await advanceTime(30_000);
    expect(streams).toHaveLength(2);
    expect(readsByPath).toEqual({ [taskEndpoints.list.path]: 1, [taskEndpoints.counts.path]: 1 });
    closeScreen();
  });

  it('failed reads are repeated when the server is back', async () => {
    const closeScreen = await showAndSettle(list);
    isServerDown = true;
    const hide = observe(articles);
    await advanceTime(60_000);
    expect(client.getQueryState(articles.queryKey)?.status).toBe('error');
    isServerDown = false;
    // The user does nothing, and the old stream did not break.
    await advanceTime(20_000);
    expect(client.getQueryState(articles.queryKey)?.status).toBe('success');
    hide();
    closeScreen();
  });

  it('failed reads are repeated when any call succeeds', async () => {
    const closeScreen = await showAndSettle(list);
    isServerDown = true;
    const hide = observe(articles);
    await advanceTime(60_000);
    isServerDown = false;
    await Promise.all([call(notificationEndpoints.list, {}), advanceTime(3 * TAKES_MS)]);
    expect(client.getQueryState(articles.queryKey)?.status).toBe('success');
    hide();
    closeScreen();
  });

  it('a single failing read is not repeated again and again', async () => {
    const closeScreen = await showAndSettle(list);
    brokenPath = articleEndpoints.list.path;
    const failing = vi.fn(articles.queryFn as () => Promise<unknown>);
    const hide = observe({ ...articles, queryFn: failing });
    await advanceTime(10_000);
    expect(failing).toHaveBeenCalledTimes(1);
    hide();
    closeScreen();
  });

  it('rejected reads are not repeated', async () => {
    const closeScreen = await showAndSettle(list);
    const refused = vi.fn(() =>
      Promise.reject(new ApiError(403, { type: '', title: '', status: 403, code: 'forbidden' })),
    );
    const hide = observe({ queryKey: ['refused'], queryFn: refused });
    isServerDown = true;
    await call(notificationEndpoints.list, {}).catch(() => undefined);
    await advanceTime(5000);
    isServerDown = false;
    await Promise.all([call(notificationEndpoints.list, {}), advanceTime(1000)]);
    expect(refused).toHaveBeenCalledTimes(1);
    hide();
    closeScreen();
  });
});
