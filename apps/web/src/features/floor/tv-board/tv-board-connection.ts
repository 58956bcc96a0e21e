import { floorBoard } from '@darkroom/contract/floor/floor';
import { syncClock } from '../../../lib/clock/clock.ts';
import { createEventReader } from '../../../lib/api/event-reader.ts';
import { isNewReleaseServed } from '../../../lib/api/release.ts';
import type { Board } from '../board/use-wait-format.ts';

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** The server writes at least every 20 s. A longer silence means a dead connection, even if the socket is open. */
const MAX_SILENCE_MS = 45_000;
/** Interval of reads without events, because late tasks and typical-day figures change with time. */
const READ_EVERY_MS = 60_000;
const READ_TIMEOUT_MS = 20_000;
/** Interval of the check for a newer release. The check also runs after every lost connection. */
const RELEASE_CHECK_MS = 15 * 60_000;

export interface TvBoardState {
  readonly board: Board | null;
  /** Time (ms) of the last contact if the connection is lost, otherwise null. */
  readonly lostSince: number | null;
  /** True when the link is revoked or expired. */
  readonly ended: boolean;
}

interface TvBoardConnectionOptions {
  token: string;
  onState: (state: TvBoardState) => void;
  /** Called when the server has a newer release. */
  onRelease: () => void;
  /** Returns the time in ms. Only tests replace this function. */
  now?: () => number;
}

/**
 * Updates a TV board with one stream and one read at a time, and retries a lost connection at growing intervals. Works without a session.
 * Returns a function that stops the updates.
 */
export function connectTvBoard({ token, onState, onRelease, now = Date.now }: TvBoardConnectionOptions): () => void {
  const stopped = new AbortController();
  let state: TvBoardState = { board: null, lostSince: null, ended: false };
  let lastContact = now();
  let stream: AbortController | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isReading = false;
  let needsReread = false;

  const change = (patch: Partial<TvBoardState>) => {
    if (stopped.signal.aborted) return;
    state = { ...state, ...patch };
    onState(state);
  };
  const markContact = () => {
    lastContact = now();
    if (state.lostSince !== null) change({ lostSince: null });
  };
  const markLost = () => {
    if (state.lostSince === null) change({ lostSince: lastContact });
  };
  const endLink = () => {
    change({ ended: true, board: null, lostSince: null });
    stop();
  };
  const headers = { Authorization: `Bearer ${token}` };
  const checkRelease = async () => {
    if ((await isNewReleaseServed()) && !stopped.signal.aborted) onRelease();
  };

  /** Reads the board. An event during a read triggers another read. */
  async function read(): Promise<void> {
    if (isReading) {
      needsReread = true;
      return;
    }
    isReading = true;
    try {
      do {
        needsReread = false;
        const sentAt = Date.now();
        const readSignal = AbortSignal.any([stopped.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
        const response = await fetch(floorBoard.path, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: '{}',
          signal: readSignal,
          credentials: 'omit',
          cache: 'no-store',
        });
        if (response.status === 401) return endLink();
        if (!response.ok) throw new Error(`The board answers ${response.status}`);
        const board = (await response.json()) as Board;
        markContact();
        syncClock(Date.parse(board.at), sentAt);
        change({ board });
      } while (needsReread && !stopped.signal.aborted);
    } catch {
      if (!stopped.signal.aborted) markLost();
    } finally {
      isReading = false;
    }
  }

  async function listen(): Promise<void> {
    clearTimeout(retryTimer);
    const controller = new AbortController();
    stream = controller;
    let silenceTimer = setTimeout(() => controller.abort(), MAX_SILENCE_MS);
    try {
      const response = await fetch('/api/live', {
        headers: { ...headers, Accept: 'text/event-stream' },
        signal: AbortSignal.any([stopped.signal, controller.signal]),
        credentials: 'omit',
        cache: 'no-store',
      });
      if (response.status === 401) return endLink();
      if (!response.ok || !response.body) throw new Error(`The stream answers ${response.status}`);
      const wasBroken = failures > 0;
      failures = 0;
      markContact();
      if (wasBroken) void checkRelease();
      void read();
      const events = createEventReader();
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(silenceTimer);
        silenceTimer = setTimeout(() => controller.abort(), MAX_SILENCE_MS);
        markContact();
        const received = events(decoder.decode(value, { stream: true }));
        if (received.some(({ event }) => event === 'change' || event === 'resync' || event === 'end')) void read();
      }
    } catch {
      // Either side ended the stream, so it is retried.
    } finally {
      clearTimeout(silenceTimer);
    }
    if (stopped.signal.aborted) return;
    failures += 1;
    if (failures > 1) markLost();
    // Random, so that not all boards reconnect to a restarted server at the same moment.
    const wait = Math.min(MIN_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS) * (0.75 + Math.random() / 2);
    retryTimer = setTimeout(() => void listen(), wait);
  }

  const onOnline = () => {
    failures = Math.max(1, failures);
    stream?.abort();
    void read();
  };
  const timers = [
    setInterval(() => void read(), READ_EVERY_MS),
    setInterval(() => void checkRelease(), RELEASE_CHECK_MS),
  ];
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', markLost);
  void listen();
  void read();

  function stop(): void {
    stopped.abort();
    clearTimeout(retryTimer);
    for (const timer of timers) clearInterval(timer);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', markLost);
  }
  return stop;
}
