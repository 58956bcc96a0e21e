import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import type { InputOf } from '@darkroom/contract/endpoint';
import { taskEndpoints, type Task } from '@darkroom/contract/task/task';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { followChanges } from '../lib/api/live.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { query } from '../lib/api/query.ts';

type ListInput = InputOf<typeof taskEndpoints.list>;

/** One open window: its user, and its lists of tasks. */
export interface ScreenKind {
  token: string;
  lists: ListInput[];
}

/** Sums over all screens. */
export interface Counters {
  begun: number;
  finished: number;
  cancelled: number;
  /** Finished reads whose data was unchanged, so that nothing was sent (decision 142). */
  unchanged: number;
  failed: number;
  /** Failed reads by fault of the server. */
  broken: number;
  /** Duration of each finished read, ms. */
  took: number[];
  /** Time from the response to a move until a list with the task shows its new state or loses it, ms. */
  fresh: number[];
  /** Durations until a moved task was shown, by kind of list. */
  freshBy: Record<string, number[]>;
}

export interface Screens {
  counters: Counters;
  /**
   * Reports a moved task with the time `at` of the response (Unix time in ms). Lists with the task are watched until they are up to date.
   */
  moved(task: Task, at: number): void;
  /** Counts the lists that still show an old task. */
  waiting(): number;
  close(): void;
}

interface Shown {
  scope: string;
  observer: ReturnType<typeof observe>;
  late: Map<number, { version: number; since: number }>;
}

/**
 * Opens screens without a browser, for the measurement (`tools/bench-load-screens.mjs`). They run the page's own code, each with its own
 * session and cache.
 */
export async function openScreens(origin: string, kinds: readonly ScreenKind[], pause_ms: number): Promise<Screens> {
  const currentToken = new AsyncLocalStorage<string>();
  const counts = { begun: 0, finished: 0, cancelled: 0, unchanged: 0, failed: 0, broken: 0 };
  const counters: Counters = { ...counts, took: [], fresh: [], freshBy: {} };
  simulateBrowser(origin, currentToken, counters);
  const shown: Shown[] = [];
  const disposers: (() => void)[] = [];
  for (const { token, lists } of kinds) {
    const client = createQueryClient();
    currentToken.run(token, () => {
      disposers.push(followChanges(client));
      for (const input of lists) {
        const screen: Shown = { scope: input.scope ?? 'all', observer: observe(client, input), late: new Map() };
        shown.push(screen);
        disposers.push(screen.observer.subscribe(({ data }) => settleTasks(screen, data?.results, counters)));
      }
      disposers.push(watchCounts(client));
    });
    // Screens open one after the other, as in a morning.
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
  return {
    counters,
    moved: (task, at) => {
      for (const screen of shown) {
        const before = screen.observer.getCurrentResult().data?.results.find(({ task_id }) => task_id === task.task_id);
        if (!before || before.version >= task.version) continue;
        const since = screen.late.get(task.task_id)?.since ?? at;
        screen.late.set(task.task_id, { version: task.version, since });
      }
    },
    waiting: () => shown.reduce((sum, { late }) => sum + late.size, 0),
    close: () => disposers.forEach((end) => end()),
  };
}

const observe = (client: QueryClient, input: ListInput) => new QueryObserver(client, query(taskEndpoints.list, input));

const watchCounts = (client: QueryClient) =>
  new QueryObserver(client, query(taskEndpoints.counts, {})).subscribe(() => undefined);

function settleTasks({ scope, late }: Shown, rows: readonly Task[] | undefined, counters: Counters): void {
  for (const [id, { version, since }] of late) {
    const row = rows?.find(({ task_id }) => task_id === id);
    if (row && row.version < version) continue;
    late.delete(id);
    const age = performance.timeOrigin + performance.now() - since;
    counters.fresh.push(age);
    (counters.freshBy[scope] ??= []).push(age);
  }
}

function simulateBrowser(origin: string, currentToken: AsyncLocalStorage<string>, counters: Counters): void {
  const send = globalThis.fetch;
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  // Every screen listens, so the limit is off.
  setMaxListeners(0, page, window);
  const globals = {
    document: page,
    window,
    localStorage: { getItem: (key: string) => (key === 'access_token' ? (currentToken.getStore() ?? null) : null) },
    // No portal view.
    sessionStorage: { getItem: () => null },
    fetch: async (path: string, init: RequestInit) => {
      if (path === '/api/live') return send(origin + path, init);
      counters.begun += 1;
      const start = performance.now();
      try {
        const response = await sendRequest(origin + path, init);
        if (response.ok || response.status === 304) {
          counters.finished += 1;
          if (response.status === 304) counters.unchanged += 1;
          counters.took.push(performance.now() - start);
        } else {
          counters.failed += 1;
          if (response.status >= 500) counters.broken += 1;
        }
        return response;
      } catch (error) {
        if (init.signal?.aborted) counters.cancelled += 1;
        else counters.failed += 1;
        throw error;
      }
    },
  };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

/** Connections stay open, as in a browser. */
const agent = new Agent({ keepAlive: true });

/** Parts of a response that the page reads. */
type TestResponse = Pick<Response, 'ok' | 'status' | 'json'> & { headers: Pick<Headers, 'get'> };

/** Replaces `fetch` for the page's requests. Node's own `fetch` takes several times as long and would distort the measurement. */
const sendRequest = (url: string, { method, headers, body, signal }: RequestInit) =>
  new Promise<TestResponse>((resolve, reject) => {
    const clientRequest = request(
      url,
      { agent, method: method ?? 'GET', headers: headers as Record<string, string>, ...(signal ? { signal } : {}) },
      (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 0;
          const get = (name: string) => incoming.headers[name.toLowerCase()]?.toString() ?? null;
          resolve({
            ok: status >= 200 && status < 300,
            status,
            headers: { get },
            json: () => Promise.resolve(JSON.parse(Buffer.concat(pieces).toString())),
          });
        });
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
