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
/** The server writes at least this often; a stream that is silent for longer is dead, whatever the socket says. */
const SILENCE_MS = 45_000;
/** Changes that come together are fetched together. */
const GATHER_MS = 60;

/** What a hidden tab still refetches. */
const TOPICS_WHILE_HIDDEN: readonly Topic[] = ['notice', 'session'];

const isVisible = () => document.visibilityState === 'visible';

/** A change as the server tells it, and which request made it. */
type Told = Pick<Change, 'topic' | 'ids' | 'mine'> & { by: string | undefined };

/** What a change event speaks of; null for anything else. */
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
 * Listens to the server's changes and refetches what is on the screen (style sheet 22). Begun once, by the layout. While
 * the tab is hidden it lets go, so that twenty open tabs don't use up the browser's connections; one of the hidden ones goes
 * on listening for what comes back to the person, which its title counts. Coming back, or after a break, everything shown is
 * refetched, for events may have been missed, and whatever failed is tried again, also what no event ever speaks of.
 */
export function followChanges(client: QueryClient): () => void {
  const gathered: (Told & { at: number })[] = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;
  const mayRead = (topics: readonly Topic[]) =>
    isVisible() || topics.some((topic) => TOPICS_WHILE_HIDDEN.includes(topic));
  const fresh = startRefresh(client, mayRead);
  const flush = () => {
    flushing = undefined;
    // What this page changed itself was read by it when the answer came, which may be before the note of it.
    fresh.hear(
      gathered.splice(0).map(({ at, by, ...change }) => ({ ...change, at: Math.min(at, ownCallAnswered(by) ?? at) })),
    );
  };
  // A hidden tab tries when it is looked at again.
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
 * A call got no answer, though the stream may stand: asks until the server is there again, for nobody else may ask for anything. Tells of
 * a true outage only: where the first question is answered, that one call alone fails, and would fail again.
 */
function probeWhileLost(onBack: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let unanswered = 0;
  const wait = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), Math.min(FIRST_WAIT_MS * 2 ** unanswered, LONGEST_WAIT_MS));
  };
  const ask = async () => {
    // A hidden tab finds out when it is looked at again.
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
  /** Events may have been missed: the stream is there again after a break, or the server says so. */
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
        // A page that came while the server was away has missed its first answers, too.
        if (connectedBefore || failures > 0) listener.onReturn();
        failures = 0;
        connectedBefore = true;
      },
    }).then((why) => {
      if (attempt !== mine) return;
      if (why === 'session' || !(isVisible() || listensHidden)) return;
      if (why === 'unreachable') serverUnreachable();
      // Random jitter, so that not every browser reconnects to a restarted server in the same instant.
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
    // What a view hears is its customer's: the tabs of staff take turns without it.
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
    // A view that is over hears nothing however often it asks.
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
        // `me` then finds out that the session is over, and whether it is this very one.
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
