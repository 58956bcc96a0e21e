import { priceEndpoints } from '@darkroom/contract/price/price';
import { taskEndpoints } from '@darkroom/contract/task/task';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { query } from './query.ts';
import { startRefresh, refreshNow, type LiveChange, type Refresh } from './refresh.ts';

const list = query(taskEndpoints.list, { scope: 'all' });
const record = query(taskEndpoints.history, { task_id: 1 });
const report = query(priceEndpoints.report, { date_from: '2026-11-01', date_to: '2026-11-30' });

/** The tasks on the page. */
const page = { results: [{ task_id: 1 }, { task_id: 2 }], total_items: 40, total_pages: 20 };
/** Response time of the server. */
const SLOW_MS = 1000;
let calls: { background: boolean; aborted: () => boolean }[];
let isFailing: boolean;
let client: QueryClient;
let refresh: Refresh;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
  calls = [];
  isFailing = false;
  vi.stubGlobal('fetch', (_url: string, { headers, signal }: RequestInit & { headers: Record<string, string> }) => {
    calls.push({ background: headers['X-Background'] === '1', aborted: () => signal?.aborted ?? false });
    // A real body is read outside of the fake time, so on a busy machine it can end after the test has moved on.
    const response = isFailing
      ? new Response('{}', { status: 500 })
      : Object.assign(Response.json(page), { json: async () => page });
    return new Promise((resolve) => setTimeout(() => resolve(response), SLOW_MS));
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  refresh = startRefresh(client);
});
afterEach(() => {
  refresh.stop();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const observe = (options: typeof list | typeof report | typeof record) =>
  new QueryObserver(client, options as typeof list).subscribe(() => undefined);
const sendChange = (ids: number[], more: Partial<LiveChange> = {}) =>
  refresh.applyChanges([{ topic: 'task', ids, at: performance.now(), ...more }]);
const sendAnyChange = () => sendChange([]);

describe('visible data that changes', () => {
  it('data is read once more after rapid changes, and no read is aborted', async () => {
    observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    for (let n = 0; n < 30; n += 1) {
      sendAnyChange();
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(3 * SLOW_MS);
    // The refresh pauses for the duration of a read, so three seconds of changes cause one read and one after the last change.
    expect(calls).toHaveLength(1 + 2);
    expect(calls.filter(({ aborted }) => aborted())).toEqual([]);
    expect(calls.map(({ background }) => background)).toEqual(calls.map((_, index) => index > 0));
  });

  it('data is not read for a change that its latest read includes', async () => {
    const at = performance.now();
    await vi.advanceTimersByTimeAsync(5);
    observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    sendChange([], { at });
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(1);
    sendAnyChange();
    await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
    expect(calls).toHaveLength(2);
  });

  it('hidden data is read for other changes only when it is shown again', async () => {
    const hideQuery = observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    refresh.applyChanges([{ topic: 'lock', ids: [], at: performance.now() }]);
    hideQuery();
    sendAnyChange();
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(1);
    observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(2);
  });

  it('a failed read keeps its error until the user retries, despite further changes', async () => {
    isFailing = true;
    observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    const { state } = client.getQueryCache().find({ queryKey: list.queryKey })!;
    expect(state.status).toBe('error');
    sendAnyChange();
    await vi.advanceTimersByTimeAsync(3 * SLOW_MS);
    expect(calls).toHaveLength(1);
    isFailing = false;
    refreshNow(client, ['task']);
    await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
    expect(client.getQueryCache().find({ queryKey: list.queryKey })?.state.status).toBe('success');
  });

  it('a read is retried when a retry was requested during it', async () => {
    isFailing = true;
    observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS / 2);
    sendAnyChange();
    refreshNow(client, ['task']);
    isFailing = false;
    await vi.advanceTimersByTimeAsync(3 * SLOW_MS);
    expect(client.getQueryCache().find({ queryKey: list.queryKey })?.state.status).toBe('success');
  });

  it('data is read when shown again if its last read began before the change', async () => {
    const still = { ...report, staleTime: Infinity };
    const hideQuery = observe(still);
    await vi.advanceTimersByTimeAsync(21 * SLOW_MS);
    sendAnyChange();
    await vi.advanceTimersByTimeAsync(SLOW_MS / 2);
    sendAnyChange();
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    hideQuery();
    await vi.advanceTimersByTimeAsync(20 * SLOW_MS);
    expect(calls).toHaveLength(2);
    observe(still);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(3);
  });

  it('the total of a period is read at most every 15 s', async () => {
    observe(report);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    for (let n = 0; n < 60; n += 1) {
      sendAnyChange();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(calls.length).toBeGreaterThanOrEqual(4);
    expect(calls.length).toBeLessThanOrEqual(5);
  });

  it('a list is read slowly for changes elsewhere, immediately for its own rows', async () => {
    observe(list);
    await vi.advanceTimersByTimeAsync(60 * SLOW_MS);
    for (let id = 100; id < 130; id += 1) {
      sendChange([id]);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(calls).toHaveLength(1 + 1);
    await vi.advanceTimersByTimeAsync(30 * SLOW_MS);
    expect(calls).toHaveLength(1 + 1);
    sendChange([1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1 + 2);
    // That read includes the postponed change.
    await vi.advanceTimersByTimeAsync(60 * SLOW_MS);
    expect(calls).toHaveLength(1 + 2);
  });

  it("a list is read immediately when the change concerns the user's own work", async () => {
    observe(list);
    await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
    sendChange([100]);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(1);
    sendChange([101], { mine: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
  });

  it("a list of the user's own work is not read for other users' work", async () => {
    observe(query(taskEndpoints.list, { scope: 'mine' }));
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    for (let id = 100; id < 130; id += 1) sendChange([id]);
    await vi.advanceTimersByTimeAsync(60 * SLOW_MS);
    expect(calls).toHaveLength(1);
    sendChange([100], { mine: true });
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(2);
    sendChange([2]);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(3);
  });

  it('a change is compared with the new rows when the current read has ended', async () => {
    observe(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS / 2);
    sendChange([1]);
    sendChange([100]);
    await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
    expect(calls).toHaveLength(2);
  });

  it("a record is never read for another record's change", async () => {
    observe(record);
    await vi.advanceTimersByTimeAsync(60 * SLOW_MS);
    sendChange([2], { mine: true });
    await vi.advanceTimersByTimeAsync(60 * SLOW_MS);
    expect(calls).toHaveLength(1);
    sendChange([2, 1]);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
  });

  it('screens take turns to read changes made elsewhere', async () => {
    observe(list);
    await vi.advanceTimersByTimeAsync(60 * SLOW_MS);
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    refresh.setScreenCount(500);
    sendChange([100]);
    await vi.advanceTimersByTimeAsync(2400);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toHaveLength(2);
  });
});
