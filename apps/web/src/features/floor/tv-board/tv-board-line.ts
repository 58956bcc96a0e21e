import { floorBoard } from '@darkroom/contract/floor/floor';
import { heardTime } from '../../../lib/clock/clock.ts';
import { eventReader } from '../../../lib/call/event-reader.ts';
import { isAnotherServed } from '../../../lib/call/release.ts';
import type { Board } from '../board/use-floor-words.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The server writes at least every 20 s. A longer silence means a dead connection, even if the socket is open. */
const SILENCE_MS = 45_000;
/** Interval of reads without events, because late tasks and typical-day figures change with time. */
const READ_EVERY_MS = 60_000;
const READ_WITHIN_MS = 20_000;
/** Interval of the check for a newer release. The check also runs after every lost connection. */
const RELEASE_EVERY_MS = 15 * 60_000;

/** State of a TV board. */
export interface TvBoardState {
  readonly board: Board | null;
  /** Time (ms) of the last contact if the connection is lost, otherwise null. */
  readonly lost: number | null;
  /** The link is revoked or expired. */
  readonly ended: boolean;
}

interface WallLineOptions {
  token: string;
  onState: (state: TvBoardState) => void;
  /** The server has a newer release. */
  onRelease: () => void;
  /** In ms. Only tests replace it. */
  now?: () => number;
}

/**
 * Keeps a TV board current with one stream and one read at a time, and retries a lost connection at growing intervals. It works without a
 * session. Returns a function that stops it.
 */
export function saveTvBoard({ token, onState, onRelease, now = Date.now }: WallLineOptions): () => void {
  const stopped = new AbortController();
  let state: TvBoardState = { board: null, lost: null, ended: false };
  let heard = now();
  let stream: AbortController | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let reading = false;
  let stale = false;

  const change = (patch: Partial<TvBoardState>) => {
    if (stopped.signal.aborted) return;
    state = { ...state, ...patch };
    onState(state);
  };
  const hear = () => {
    heard = now();
    if (state.lost !== null) change({ lost: null });
  };
  const lose = () => {
    if (state.lost === null) change({ lost: heard });
  };
  const end = () => {
    change({ ended: true, board: null, lost: null });
    stop();
  };
  const headers = { Authorization: `Bearer ${token}` };
  const looked = async () => {
    if ((await isAnotherServed()) && !stopped.signal.aborted) onRelease();
  };

  /** Reads the board. An event during a read triggers another read. */
  async function read(): Promise<void> {
    if (reading) {
      stale = true;
      return;
    }
    reading = true;
    try {
      do {
        stale = false;
        const sent = Date.now();
        const within = AbortSignal.any([stopped.signal, AbortSignal.timeout(READ_WITHIN_MS)]);
        const answer = await fetch(floorBoard.path, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: '{}',
          signal: within,
          credentials: 'omit',
          cache: 'no-store',
        });
        if (answer.status === 401) return end();
        if (!answer.ok) throw new Error(`The board answers ${answer.status}`);
        const board = (await answer.json()) as Board;
        hear();
        heardTime(Date.parse(board.at), sent);
        change({ board });
      } while (stale && !stopped.signal.aborted);
    } catch {
      if (!stopped.signal.aborted) lose();
    } finally {
      reading = false;
    }
  }

  async function listen(): Promise<void> {
    clearTimeout(again);
    const mine = new AbortController();
    stream = mine;
    let silence = setTimeout(() => mine.abort(), SILENCE_MS);
    try {
      const answer = await fetch('/api/live', {
        headers: { ...headers, Accept: 'text/event-stream' },
        signal: AbortSignal.any([stopped.signal, mine.signal]),
        credentials: 'omit',
        cache: 'no-store',
      });
      if (answer.status === 401) return end();
      if (!answer.ok || !answer.body) throw new Error(`The stream answers ${answer.status}`);
      const broke = failures > 0;
      failures = 0;
      hear();
      if (broke) void looked();
      void read();
      const events = eventReader();
      const decoder = new TextDecoder();
      const reader = answer.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(silence);
        silence = setTimeout(() => mine.abort(), SILENCE_MS);
        hear();
        const told = events(decoder.decode(value, { stream: true }));
        if (told.some(({ event }) => event === 'change' || event === 'resync' || event === 'end')) void read();
      }
    } catch {
      // Either side ended the stream, so it is retried.
    } finally {
      clearTimeout(silence);
    }
    if (stopped.signal.aborted) return;
    failures += 1;
    if (failures > 1) lose();
    // Random, so that not all boards reconnect to a restarted server at the same moment.
    const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
    again = setTimeout(() => void listen(), wait);
  }

  const onOnline = () => {
    failures = Math.max(1, failures);
    stream?.abort();
    void read();
  };
  const timers = [setInterval(() => void read(), READ_EVERY_MS), setInterval(() => void looked(), RELEASE_EVERY_MS)];
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', lose);
  void listen();
  void read();

  function stop(): void {
    stopped.abort();
    clearTimeout(again);
    for (const timer of timers) clearInterval(timer);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', lose);
  }
  return stop;
}
