import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import type { InputOf } from '@darkroom/contract/endpoint';
import { TOPICS } from '@darkroom/contract/endpoint';
import { portalEndpoints } from '@darkroom/contract/portal/portal';
import { taskEndpoints, type Task } from '@darkroom/contract/task/task';
import { QueryObserver, type Query, type QueryClient } from '@tanstack/react-query';
import { createEventReader } from '../lib/api/event-reader.ts';
import { followChanges, readChange } from '../lib/api/live.ts';
import { createQueryClient } from '../lib/api/query-client.ts';
import { query } from '../lib/api/query.ts';
import { getUrgency, MIN_OTHERS_INTERVAL_MS, type LiveChange } from '../lib/api/refresh.ts';

type ListInput = InputOf<typeof taskEndpoints.list>;

/** One open window: its user, and its lists of tasks. A window without such lists is a customer's list of jobs. */
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
  /** Reads of a list without a change since the start of its previous read. */
  repeated: number;
  /** Changes received over the event streams. */
  events: number;
  /** Duration of each finished read, ms. */
  took: number[];
  /** Time from the response to a move until a list with the task shows its new state or loses it, ms. */
  fresh: number[];
  /** Durations until a moved task was shown, by kind of list. */
  freshBy: Record<string, number[]>;
  /** Durations from the end of an event stream until its screen has the next one, ms. */
  reconnected: number[];
}

export interface Screens {
  counters: Counters;
  /**
   * Reports a moved task with the time `at` of the response (Unix time in ms). Lists with the task are watched until they are up to date.
   */
  moved(task: Task, at: number): void;
  /** Counts the lists that still show an old task. */
  waiting(): number;
  /** Reads all lists from the server again, and counts the lists that show something else. */
  countOutdated(): Promise<number>;
  close(): void;
}

/** A list of tasks, or a customer's list of jobs. */
type ShownList = ReturnType<typeof observe> | ReturnType<typeof observePortal>;

interface Shown {
  token: string;
  scope: string;
  observer: ShownList;
  late: Map<number, { version: number; since: number }>;
}

/** The event stream of a screen. */
interface Line {
  readonly token: string;
  /** Received changes with the time of arrival of the first event about the same change. */
  changes: (LiveChange & { firstAt: number })[];
  firstAt: Map<string, number>;
  lostAt: number | null;
}

/** Number of changes that are remembered for a screen, more than arrive between two reads of a list. */
const MAX_CHANGES = 3000;

/**
 * Opens screens without a browser, for the measurement (`tools/bench-load-screens.mjs`). They run the page's own code, each with its own
 * session and cache.
 */
export async function openScreens(origin: string, kinds: readonly ScreenKind[], pause_ms: number): Promise<Screens> {
  const currentLine = new AsyncLocalStorage<Line>();
  const counts = { begun: 0, finished: 0, cancelled: 0, unchanged: 0, failed: 0, broken: 0, repeated: 0, events: 0 };
  const counters: Counters = { ...counts, took: [], fresh: [], freshBy: {}, reconnected: [] };
  simulateBrowser(origin, currentLine, counters);
  const shown: Shown[] = [];
  const disposers: (() => void)[] = [];
  for (const { token, lists } of kinds) {
    const client = createQueryClient();
    const line: Line = { token, changes: [], firstAt: new Map(), lostAt: null };
    const show = (scope: string, observer: ShownList) => {
      const screen: Shown = { token, scope, observer, late: new Map() };
      shown.push(screen);
      disposers.push(observer.subscribe(() => settleTasks(screen, counters)));
    };
    currentLine.run(line, () => {
      disposers.push(followChanges(client), watchRepeatedReads(client, line, counters));
      for (const input of lists) show(input.scope ?? 'all', observe(client, input));
      if (lists.length === 0) show('portal', observePortal(client));
      else disposers.push(watchCounts(client));
    });
    // Screens open one after the other, as in a morning.
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
  return {
    counters,
    moved: (task, at) => {
      for (const screen of shown) {
        const before = getTasks(screen)?.find(({ task_id }) => task_id === task.task_id);
        if (!before || before.version >= task.version) continue;
        const since = screen.late.get(task.task_id)?.since ?? at;
        screen.late.set(task.task_id, { version: task.version, since });
      }
    },
    waiting: () => shown.reduce((sum, { late }) => sum + late.size, 0),
    countOutdated: () => countOutdated(origin, shown),
    close: () => disposers.forEach((end) => end()),
  };
}

const observe = (client: QueryClient, input: ListInput) => new QueryObserver(client, query(taskEndpoints.list, input));
const observePortal = (client: QueryClient) => new QueryObserver(client, query(portalEndpoints.job, {}));

const watchCounts = (client: QueryClient) =>
  new QueryObserver(client, query(taskEndpoints.counts, {})).subscribe(() => undefined);

/** Returns the shown tasks. A customer sees no tasks. */
const getTasks = ({ scope, observer }: Shown): readonly Task[] | undefined =>
  scope === 'portal' ? [] : (observer.getCurrentResult().data?.results as readonly Task[] | undefined);

function settleTasks(screen: Shown, counters: Counters): void {
  const rows = screen.late.size > 0 ? getTasks(screen) : [];
  for (const [id, { version, since }] of screen.late) {
    const row = rows?.find(({ task_id }) => task_id === id);
    if (row && row.version < version) continue;
    screen.late.delete(id);
    const age = performance.timeOrigin + performance.now() - since;
    counters.fresh.push(age);
    (counters.freshBy[screen.scope] ??= []).push(age);
  }
}

/** Counts the reads for which no change is the reason: the previous read began after the first event about each change. */
function watchRepeatedReads(client: QueryClient, line: Line, counters: Counters): () => void {
  const reads = new WeakMap<Query, { began: number; ended: number }>();
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const entry: Query = event.query;
    const before = reads.get(entry);
    const now = performance.now();
    if (event.action.type === 'success' || event.action.type === 'error') {
      if (before) before.ended = now;
    } else if (event.action.type === 'fetch') {
      reads.set(entry, { began: now, ended: now });
      if (!before || entry.state.status !== 'success') return;
      const hasPaused = now - before.ended >= MIN_OTHERS_INTERVAL_MS - 1;
      const isReason = (change: (typeof line.changes)[number]) => {
        const urgency = change.firstAt > before.began ? getUrgency(entry, change) : null;
        return urgency === 'now' || (urgency === 'later' && hasPaused);
      };
      if (!line.changes.some(isReason)) counters.repeated += 1;
    }
  });
}

/** Reads each list once for all screens of its user. */
async function countOutdated(origin: string, shown: readonly Shown[]): Promise<number> {
  const current = new Map<string, Promise<string>>();
  const describe = (scope: string, results: readonly unknown[]) =>
    JSON.stringify(
      scope === 'portal' ? results : (results as Task[]).map(({ task_id, version }) => [task_id, version]),
    );
  const read = async ({ token, scope, observer }: Shown) => {
    const { path } = scope === 'portal' ? portalEndpoints.job : taskEndpoints.list;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-background': '1' };
    const body = JSON.stringify(observer.options.queryKey?.[1]);
    const response = await sendRequest(origin + path, { method: 'POST', headers, body });
    // A refused read counts as a difference, and the lists are compared again.
    if (!response.ok) return '';
    return describe(scope, ((await response.json()) as { results: unknown[] }).results);
  };
  let outdated = 0;
  for (const screen of shown) {
    const key = JSON.stringify([screen.token, screen.observer.options.queryKey]);
    if (!current.has(key)) current.set(key, read(screen));
    const results = screen.observer.getCurrentResult().data?.results ?? [];
    if (describe(screen.scope, results) !== (await current.get(key))) outdated += 1;
  }
  return outdated;
}

function simulateBrowser(origin: string, currentLine: AsyncLocalStorage<Line>, counters: Counters): void {
  const send = globalThis.fetch;
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  // Every screen listens, so the limit is off.
  setMaxListeners(0, page, window);
  const readToken = () => currentLine.getStore()?.token ?? null;
  const globals = {
    document: page,
    window,
    localStorage: { getItem: (key: string) => (key === 'access_token' ? readToken() : null) },
    // No portal view.
    sessionStorage: { getItem: () => null },
    fetch: async (path: string, init: RequestInit) => {
      const line = currentLine.getStore();
      if (path === '/api/live' && line) return watchStream(await send(origin + path, init), line, counters);
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

/** Remembers the changes in an event stream that the page reads, and the time of its return after a break. */
function watchStream({ ok, status, body }: Response, line: Line, counters: Counters) {
  if (!ok || !body) return { ok, status, body };
  const addChanges = (changes: readonly LiveChange[], by?: string) => {
    for (const change of changes) {
      const firstAt = by === undefined ? change.at : (line.firstAt.get(by) ?? change.at);
      if (by !== undefined) line.firstAt.set(by, firstAt);
      line.changes.push({ ...change, firstAt });
    }
    if (line.changes.length <= MAX_CHANGES) return;
    line.changes.splice(0, MAX_CHANGES / 2);
    line.firstAt.clear();
  };
  // A screen refetches all data after a break.
  const addAll = () => addChanges(TOPICS.map((topic) => ({ topic, ids: [], at: performance.now() })));
  if (line.lostAt !== null) {
    counters.reconnected.push(performance.now() - line.lostAt);
    line.lostAt = null;
    addAll();
  }
  const readEvents = createEventReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const read = async () => {
    const part = await reader.read().catch((error: unknown) => {
      line.lostAt = performance.now();
      throw error;
    });
    if (part.done) line.lostAt = performance.now();
    else
      for (const event of readEvents(decoder.decode(part.value, { stream: true }))) {
        const change = readChange(event);
        if (change) counters.events += 1;
        if (change) addChanges([{ ...change, at: performance.now() }], change.by);
        else if (event.event === 'resync' || event.event === 'end') addAll();
      }
    return part;
  };
  return { ok, status, body: { getReader: () => ({ read }) } };
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
