// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncClock } from '../../../lib/clock/clock.ts';
import { connectTvBoard, type TvBoardState } from './tv-board-connection.ts';

/** Delay of a board response. */
const READ_MS = 50;
const TOKEN = `w${'x'.repeat(43)}`;

/** Simulates a server: a stream that stays open until the test breaks it, and a board that counts its reads. */
function simulateServer() {
  let isReachable = true;
  let isTokenValid = true;
  let readCount = 0;
  let streams = 0;
  let script = '/assets/index-one.js';
  let open: ReadableStreamDefaultController<Uint8Array> | null = null;
  const respondToCall = (url: string, { headers, signal }: RequestInit = {}): Promise<Response> => {
    if (!isReachable) return Promise.reject(new TypeError('unreachable'));
    if (url === '/') return Promise.resolve(new Response(`<script src="${script}"></script>`));
    expect((headers as Record<string, string>)['Authorization']).toBe(`Bearer ${TOKEN}`);
    if (!isTokenValid) return Promise.resolve(new Response(null, { status: 401 }));
    if (url === '/api/floor/board') {
      readCount += 1;
      const board = { at: '2026-11-20T02:00:00.000Z', reads: readCount };
      return new Promise((resolve) => setTimeout(() => resolve(Response.json(board)), READ_MS));
    }
    streams += 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        open = controller;
        signal?.addEventListener('abort', () => {
          try {
            controller.error(new DOMException('aborted', 'AbortError'));
          } catch {
            // The stream had already ended.
          }
        });
      },
    });
    return Promise.resolve(new Response(body));
  };
  const sendEvent = (event: string) => {
    try {
      open?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
    } catch {
      // The client has disconnected.
    }
  };
  return {
    fetch: vi.fn((url: string, init?: RequestInit) => respondToCall(url, init)),
    sendEvent,
    breakLine: () => {
      isReachable = false;
      open?.error(new TypeError('broken'));
    },
    restore: () => (isReachable = true),
    withdraw: () => {
      isTokenValid = false;
      sendEvent('end');
    },
    release: (name: string) => (script = name),
    count: () => ({ reads: readCount, streams }),
  };
}

let server: ReturnType<typeof simulateServer>;
let states: TvBoardState[];
const getLatestState = () => states.at(-1)!;
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T07:32:00.000Z') });
  const script = { getAttribute: () => '/assets/index-one.js' } as unknown as Element;
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([script] as never);
  localStorage.setItem('access_token', 'somebody’s own');
  server = simulateServer();
  states = [];
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  // The simulated board is from another day.
  syncClock(Date.now(), Date.now());
});

const connectBoard = (onRelease = () => undefined as void) =>
  connectTvBoard({ token: TOKEN, onState: (state) => states.push(state), onRelease });

describe('connection of a TV board', () => {
  it('change events trigger reads of the board, one at a time', async () => {
    const stop = connectBoard();
    await advanceTime(1000);
    const before = server.count().reads;
    server.sendEvent('change');
    await advanceTime(1000);
    expect(server.count().reads).toBe(before + 1);
    for (let n = 0; n < 20; n += 1) {
      server.sendEvent('change');
      await advanceTime(1);
    }
    await advanceTime(1000);
    // Twenty events during one read cause one more read.
    expect(server.count().reads).toBe(before + 3);
    stop();
  });

  it('a lost connection is shown with its time, retried less and less often, and restored', async () => {
    const stop = connectBoard();
    await advanceTime(30_000);
    server.sendEvent('beat');
    await advanceTime(10);
    server.breakLine();
    await advanceTime(10_000);
    expect(getLatestState().lostSince).toBe(Date.parse('2026-11-20T07:32:30.000Z'));
    expect(getLatestState().board).not.toBeNull();
    const requestsBefore = server.fetch.mock.calls.length;
    await advanceTime(10 * 60_000);
    // At most one retry each 30 s and one board read a minute.
    expect(server.fetch.mock.calls.length - requestsBefore).toBeLessThan(60);
    server.restore();
    await advanceTime(60_000);
    expect(getLatestState().lostSince).toBeNull();
    stop();
  });

  it('a TV board has no additional timers after three weeks of broken connections', async () => {
    const stop = connectBoard();
    await advanceTime(60_000);
    const timers = vi.getTimerCount();
    for (let day = 0; day < 21; day += 1) {
      server.breakLine();
      await advanceTime(5 * 60_000);
      server.restore();
      await advanceTime(60_000);
      for (let hour = 0; hour < 24; hour += 1) {
        server.sendEvent('beat');
        await advanceTime(1000);
      }
    }
    expect(vi.getTimerCount()).toBeLessThanOrEqual(timers + 1);
    stop();
    await advanceTime(1000);
    expect(vi.getTimerCount()).toBe(0);
  }, 60_000);

  it('a revoked link stops the board, and the browser’s user stays signed in', async () => {
    const stop = connectBoard();
    await advanceTime(1000);
    server.withdraw();
    await advanceTime(1000);
    expect(getLatestState()).toEqual({ board: null, lostSince: null, ended: true });
    expect(vi.getTimerCount()).toBe(0);
    expect(localStorage.getItem('access_token')).toBe('somebody’s own');
    stop();
  });

  it('a newer release is detected within 15 min', async () => {
    const onRelease = vi.fn();
    const stop = connectBoard(onRelease);
    await advanceTime(16 * 60_000);
    expect(onRelease).not.toHaveBeenCalled();
    server.release('/assets/index-two.js');
    await advanceTime(15 * 60_000);
    expect(onRelease).toHaveBeenCalled();
    stop();
  });
});
