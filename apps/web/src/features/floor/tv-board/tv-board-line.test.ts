// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardTime } from '../../../lib/clock/clock.ts';
import { saveTvBoard, type TvBoardState } from './tv-board-line.ts';

/** Delay of a board answer. */
const READ_MS = 50;
const TOKEN = `w${'x'.repeat(43)}`;

/** Simulated server: a stream that stays open until the test breaks it, and a board that counts its reads. */
function makeServer() {
  let up = true;
  let known = true;
  let reads = 0;
  let streams = 0;
  let script = '/assets/index-one.js';
  let open: ReadableStreamDefaultController<Uint8Array> | null = null;
  const answer = (url: string, { headers, signal }: RequestInit = {}): Promise<Response> => {
    if (!up) return Promise.reject(new TypeError('unreachable'));
    if (url === '/') return Promise.resolve(new Response(`<script src="${script}"></script>`));
    expect((headers as Record<string, string>)['Authorization']).toBe(`Bearer ${TOKEN}`);
    if (!known) return Promise.resolve(new Response(null, { status: 401 }));
    if (url === '/api/floor/board') {
      reads += 1;
      const board = { at: '2026-11-20T02:00:00.000Z', reads };
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
  const say = (event: string) => {
    try {
      open?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
    } catch {
      // The client has disconnected.
    }
  };
  return {
    fetch: vi.fn((url: string, init?: RequestInit) => answer(url, init)),
    say,
    breakLine: () => {
      up = false;
      open?.error(new TypeError('broken'));
    },
    mend: () => (up = true),
    withdraw: () => {
      known = false;
      say('end');
    },
    release: (name: string) => (script = name),
    count: () => ({ reads, streams }),
  };
}

let server: ReturnType<typeof makeServer>;
let states: TvBoardState[];
const latest = () => states.at(-1)!;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T07:32:00.000Z') });
  const script = { getAttribute: () => '/assets/index-one.js' } as unknown as Element;
  vi.spyOn(document, 'querySelectorAll').mockReturnValue([script] as never);
  localStorage.setItem('access_token', 'somebody’s own');
  server = makeServer();
  states = [];
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  // The simulated board is from another day.
  heardTime(Date.now(), Date.now());
});

const keep = (onRelease = () => undefined as void) =>
  saveTvBoard({ token: TOKEN, onState: (state) => states.push(state), onRelease });

describe('connection of a TV board', () => {
  it('change events trigger reads of the board, one at a time', async () => {
    const stop = keep();
    await pass(1000);
    const before = server.count().reads;
    server.say('change');
    await pass(1000);
    expect(server.count().reads).toBe(before + 1);
    for (let n = 0; n < 20; n += 1) {
      server.say('change');
      await pass(1);
    }
    await pass(1000);
    // Twenty events during one read cause one more read.
    expect(server.count().reads).toBe(before + 3);
    stop();
  });

  it('a lost connection is shown with its time, retried less and less often, and restored', async () => {
    const stop = keep();
    await pass(30_000);
    server.say('beat');
    await pass(10);
    server.breakLine();
    await pass(10_000);
    expect(latest().lost).toBe(Date.parse('2026-11-20T07:32:30.000Z'));
    expect(latest().board).not.toBeNull();
    const tried = server.fetch.mock.calls.length;
    await pass(10 * 60_000);
    // At most one retry each 30 s and one board read a minute.
    expect(server.fetch.mock.calls.length - tried).toBeLessThan(60);
    server.mend();
    await pass(60_000);
    expect(latest().lost).toBeNull();
    stop();
  });

  it('three weeks of broken connections leave no additional timers', async () => {
    const stop = keep();
    await pass(60_000);
    const timers = vi.getTimerCount();
    for (let day = 0; day < 21; day += 1) {
      server.breakLine();
      await pass(5 * 60_000);
      server.mend();
      await pass(60_000);
      for (let hour = 0; hour < 24; hour += 1) {
        server.say('beat');
        await pass(1000);
      }
    }
    expect(vi.getTimerCount()).toBeLessThanOrEqual(timers + 1);
    stop();
    await pass(1000);
    expect(vi.getTimerCount()).toBe(0);
  }, 60_000);

  it('a revoked link stops the board, and the browser’s user stays signed in', async () => {
    const stop = keep();
    await pass(1000);
    server.withdraw();
    await pass(1000);
    expect(latest()).toEqual({ board: null, lost: null, ended: true });
    expect(vi.getTimerCount()).toBe(0);
    expect(localStorage.getItem('access_token')).toBe('somebody’s own');
    stop();
  });

  it('a newer release is detected within 15 minutes', async () => {
    const onRelease = vi.fn();
    const stop = keep(onRelease);
    await pass(16 * 60_000);
    expect(onRelease).not.toHaveBeenCalled();
    server.release('/assets/index-two.js');
    await pass(15 * 60_000);
    expect(onRelease).toHaveBeenCalled();
    stop();
  });
});
