import { priceEndpoints } from '@darkroom/contract/price';
import { taskEndpoints } from '@darkroom/contract/task';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { query } from './query.ts';
import { changedNow, refreshInBackground, watchReads } from './refresh.ts';

const list = query(taskEndpoints.list, { scope: 'all' });
const report = query(priceEndpoints.report, { date_from: '2026-11-01', date_to: '2026-11-30' });

/** How long an answer takes. */
const SLOW_MS = 1000;
let calls: { background: boolean; aborted: () => boolean }[];
let fails: boolean;
let client: QueryClient;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
  calls = [];
  fails = false;
  vi.stubGlobal('fetch', (_url: string, { headers, signal }: RequestInit & { headers: Record<string, string> }) => {
    calls.push({ background: headers['X-Background'] === '1', aborted: () => signal?.aborted ?? false });
    const failing = fails;
    return new Promise((resolve) =>
      setTimeout(() => resolve(new Response('{}', { status: failing ? 500 : 200 })), SLOW_MS),
    );
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = watchReads(client);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (options: typeof list | typeof report) =>
  new QueryObserver(client, options as typeof list).subscribe(() => undefined);
const change = () => void refreshInBackground(client, changedNow(['task']));

describe('what changes while it is on the screen', () => {
  it('is read once more after changes that come faster than it can be read, and no read is broken off', async () => {
    show(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    for (let n = 0; n < 30; n += 1) {
      change();
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(3 * SLOW_MS);
    // Three seconds of changes are three reads, and one after the last of them.
    expect(calls.length).toBeLessThanOrEqual(1 + 4);
    expect(calls.length).toBeGreaterThanOrEqual(1 + 3);
    expect(calls.filter(({ aborted }) => aborted())).toEqual([]);
    expect(calls.map(({ background }) => background)).toEqual(calls.map((_, at) => at > 0));
  });

  it('is not read for a change that its latest read has seen', async () => {
    const changed = changedNow(['task']);
    await vi.advanceTimersByTimeAsync(5);
    show(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    void refreshInBackground(client, changed);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(1);
    change();
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(2);
  });

  it('is not read for a change of something else, nor once it is gone; it is when it comes back', async () => {
    const gone = show(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    void refreshInBackground(client, changedNow(['lock']));
    gone();
    change();
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(1);
    show(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(2);
  });

  it('says that it could not be loaded until somebody tries again, whatever changes meanwhile', async () => {
    fails = true;
    show(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    const { state } = client.getQueryCache().find({ queryKey: list.queryKey })!;
    expect(state.status).toBe('error');
    change();
    await vi.advanceTimersByTimeAsync(3 * SLOW_MS);
    expect(calls).toHaveLength(1);
    fails = false;
    void refreshInBackground(client, changedNow(['task']), { failedToo: true });
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(client.getQueryCache().find({ queryKey: list.queryKey })?.state.status).toBe('success');
  });

  it('is tried again where that was asked for while a read was under way', async () => {
    fails = true;
    show(list);
    await vi.advanceTimersByTimeAsync(SLOW_MS / 2);
    change();
    void refreshInBackground(client, changedNow(['task']), { failedToo: true });
    fails = false;
    await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
    expect(client.getQueryCache().find({ queryKey: list.queryKey })?.state.status).toBe('success');
  });

  it('is read when it comes back, though a read that began before the change ended after it', async () => {
    const fresh = { ...report, staleTime: Infinity };
    const gone = show(fresh);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    await vi.advanceTimersByTimeAsync(20 * SLOW_MS);
    change();
    await vi.advanceTimersByTimeAsync(SLOW_MS / 2);
    change();
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    gone();
    await vi.advanceTimersByTimeAsync(20 * SLOW_MS);
    expect(calls).toHaveLength(2);
    show(fresh);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(calls).toHaveLength(3);
  });

  it('is read every 15 s at most where it adds up a period', async () => {
    show(report);
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    for (let n = 0; n < 60; n += 1) {
      change();
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(calls.length).toBeGreaterThanOrEqual(4);
    expect(calls.length).toBeLessThanOrEqual(5);
  });
});
