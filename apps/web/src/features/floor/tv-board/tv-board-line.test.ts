// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heardTime } from '../../../lib/clock/clock.ts';
import { keepWall, type TvBoardState } from './tv-board-line.ts';

/** A board is answered after so long. */
const READ_MS = 50;
const TOKEN = `w${'x'.repeat(43)}`;

/** A server as a wall sees it: a stream that stays open until it is broken, and a board that says how often it was read. */
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
            // It had ended already.
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
      // Nobody listens any more.
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
  // Its boards are of another day.
  heardTime(Date.now(), Date.now());
});

const keep = (onRelease = () => undefined as void) =>
  keepWall({ token: TOKEN, onState: (state) => states.push(state), onRelease });

describe('a wall’s line', () => {
  it('reads the board when something changes, one read at a time', async () => {
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
    // Twenty notes during one read are one more after it.
    expect(server.count().reads).toBe(before + 3);
    stop();
  });

  it('says since when it is lost, tries again more and more seldom, and comes back by itself', async () => {
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
    // Every 30 s at the longest, and the board each minute: never a storm.
    expect(server.fetch.mock.calls.length - tried).toBeLessThan(60);
    server.mend();
    await pass(60_000);
    expect(latest().lost).toBeNull();
    stop();
  });

  it('holds no more timers after three weeks of breaks than after its first minute', async () => {
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

  it('ends when its link does, and leaves whoever is signed in in this browser alone', async () => {
    const stop = keep();
    await pass(1000);
    server.withdraw();
    await pass(1000);
    expect(latest()).toEqual({ board: null, lost: null, ended: true });
    expect(vi.getTimerCount()).toBe(0);
    expect(localStorage.getItem('access_token')).toBe('somebody’s own');
    stop();
  });

  it('hears of a newer release after a break, and within a quarter of an hour', async () => {
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
