import { TOPICS, type Topic } from '@darkroom/contract/endpoint';
import { userEndpoints } from '@darkroom/contract/user/user';
import type { QueryClient } from '@tanstack/react-query';
import { takeTurn } from './one-tab.ts';
import { ApiError, call, viewHeader } from './api.ts';
import { heardFromServer, onServerBack, onServerLost, serverUnreachable } from './connection.ts';
import { retryFailedReads } from './failed-reads.ts';
import { eventReader, type LiveEvent } from './event-reader.ts';
import { ownCallAnswered } from './own-acts.ts';
import { startRefresh, refreshNow, type Change } from './refresh.ts';
import { endSession, endView, readSession, readToken } from '../session/session-store.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The server writes at least this often. A longer silence means that the stream is dead, whatever the socket says. */
const SILENCE_MS = 45_000;
/** Changes within this time are fetched together. */
const GATHER_MS = 60;

/** Topics that a hidden tab still refetches. */
const TOPICS_WHILE_HIDDEN: readonly Topic[] = ['notification', 'session'];

const isVisible = () => document.visibilityState === 'visible';

/** A change from the server, with the request that made it. */
type Told = Pick<Change, 'topic' | 'ids' | 'mine'> & { by: string | undefined };

/** The change in an event. Null for other events. */
export function changeOf(message: LiveEvent): Told | null {
  if (message.event !== 'change') return null;
  const { topic, ids, mine, by } = fieldsOf(message);
  const known = TOPICS.find((one) => one === topic);
  if (!known) return null;
  return {
    topic: known,
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [],
    mine: mine === true,
    by: typeof by === 'string' ? by : undefined,
  };
}

function fieldsOf({ data }: LiveEvent): Record<string, unknown> {
  try {
    return { ...(JSON.parse(data) as object) };
  } catch {
    return {};
  }
}

/**
 * Listens to the server's changes and refetches visible data (style sheet 22). The layout starts it once.
 * A hidden tab closes its stream, so that many tabs do not use up the browser's connections. One hidden tab keeps listening for the
 * notifications that its title counts.
 * When a tab is shown again or a stream returns, all visible data is refetched because events can be missing. Failed reads are repeated,
 * including those without events.
 */
export function followChanges(client: QueryClient): () => void {
  const gathered: (Told & { at: number })[] = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;
  const mayRead = (topics: readonly Topic[]) =>
    isVisible() || topics.some((topic) => TOPICS_WHILE_HIDDEN.includes(topic));
  const fresh = startRefresh(client, mayRead);
  const flush = () => {
    flushing = undefined;
    // The page has already read its own changes after the answer, which can be before the event.
    fresh.hear(
      gathered.splice(0).map(({ at, by, ...change }) => ({ ...change, at: Math.min(at, ownCallAnswered(by) ?? at) })),
    );
  };
  // A hidden tab repeats them when it is shown again.
  const retryFailed = () => {
    if (isVisible()) retryFailedReads(client);
  };
  const stop = connectWhileVisible({
    onChange: (change) => {
      if (!mayRead([change.topic])) return;
      gathered.push({ ...change, at: performance.now() });
      flushing ??= setTimeout(flush, GATHER_MS);
    },
    onScreens: fresh.screens,
    onReturn: () => {
      refreshNow(client, isVisible() ? TOPICS : TOPICS_WHILE_HIDDEN);
      retryFailed();
    },
  });
  const stopProbing = probeWhileLost(retryFailed);
  return () => {
    stopProbing();
    clearTimeout(flushing);
    fresh.stop();
    stop();
  };
}

/**
 * Repeats a request after a call without answer until the server is back, because the page can be idle. It reports only a true outage: if
 * its first request is answered, only the one call fails.
 */
function probeWhileLost(onBack: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let unanswered = 0;
  const wait = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), Math.min(FIRST_WAIT_MS * 2 ** unanswered, LONGEST_WAIT_MS));
  };
  const ask = async () => {
    // A hidden tab checks when it is shown again.
    if (!isVisible() || readToken() === null) return;
    try {
      await call(userEndpoints.me, {}, { background: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) return;
      unanswered += 1;
      wait();
    }
  };
  const stopLost = onServerLost(wait);
  const stopBack = onServerBack(() => {
    clearTimeout(waiting);
    if (unanswered > 0) onBack();
    unanswered = 0;
  });
  return () => {
    clearTimeout(waiting);
    stopLost();
    stopBack();
  };
}

interface Listener {
  onChange: (change: Told) => void;
  onScreens: (count: number) => void;
  /** Events can be missing: the stream is back after a break, or the server says so. */
  onReturn: () => void;
}

function connectWhileVisible(listener: Listener): () => void {
  let attempt: AbortController | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let connectedBefore = false;
  let listensHidden = false;
  let endTurn: (() => void) | null = null;

  const connect = () => {
    clearTimeout(waiting);
    attempt?.abort();
    const mine = new AbortController();
    attempt = mine;
    void listen(mine, {
      ...listener,
      onOpen: () => {
        // A page opened during an outage has also missed its first answers.
        if (connectedBefore || failures > 0) listener.onReturn();
        failures = 0;
        connectedBefore = true;
      },
    }).then((why) => {
      if (attempt !== mine) return;
      if (why === 'session' || !(isVisible() || listensHidden)) return;
      if (why === 'unreachable') serverUnreachable();
      // Random jitter, so that not every browser reconnects to a restarted server at the same moment.
      const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
      failures += 1;
      waiting = setTimeout(connect, wait);
    });
  };
  const letGo = () => {
    clearTimeout(waiting);
    attempt?.abort();
  };
  const onVisible = () => {
    endTurn?.();
    endTurn = null;
    if (isVisible()) return connect();
    letGo();
    // The events of a view are its customer's. The tabs of members take turns without it.
    if (readSession()?.viewing) return;
    endTurn = takeTurn('darkroom listens hidden', () => {
      listensHidden = true;
      connect();
      return () => {
        listensHidden = false;
        if (!isVisible()) letGo();
      };
    });
  };
  const onOffline = () => serverUnreachable();
  connect();
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', connect);
  window.addEventListener('offline', onOffline);
  return () => {
    endTurn?.();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', connect);
    window.removeEventListener('offline', onOffline);
    clearTimeout(waiting);
    const last = attempt;
    attempt = null;
    last?.abort();
  };
}

async function listen(
  control: AbortController,
  { onOpen, onChange, onScreens, onReturn }: Listener & { onOpen: () => void },
): Promise<'ended' | 'unreachable' | 'session'> {
  const token = readToken();
  if (!token) return 'session';
  let silence: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(silence);
    silence = setTimeout(() => control.abort(), SILENCE_MS);
  };
  try {
    alive();
    const response = await fetch('/api/live', {
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'text/event-stream',
        'X-Background': '1',
        ...viewHeader('/api/live'),
      },
      signal: control.signal,
      cache: 'no-store',
    });
    heardFromServer();
    if (response.status === 401) {
      if (token === readToken()) endSession();
      return 'session';
    }
    // A view that is over receives no events, so it does not reconnect.
    if (response.status === 403 && readSession()?.viewing) {
      endView();
      return 'session';
    }
    if (!response.ok || !response.body) return 'ended';
    onOpen();
    const read = eventReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      alive();
      for (const message of read(decoder.decode(value, { stream: true }))) {
        const change = changeOf(message);
        if (change) onChange(change);
        else if (message.event === 'resync') onReturn();
        // `me` then checks whether this session is over.
        else if (message.event === 'end') onChange({ topic: 'session', ids: [], mine: false, by: undefined });
        const { screens } = fieldsOf(message);
        if (typeof screens === 'number') onScreens(screens);
      }
    }
  } catch {
    return control.signal.aborted ? 'ended' : 'unreachable';
  } finally {
    clearTimeout(silence);
  }
}
