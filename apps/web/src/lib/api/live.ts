import { TOPICS, type Topic } from '@darkroom/contract/endpoint';
import { userEndpoints } from '@darkroom/contract/user/user';
import type { QueryClient } from '@tanstack/react-query';
import { holdTabRole } from './one-tab.ts';
import { ApiError, call, getViewHeader } from './api.ts';
import { markServerReachable, onServerBack, onServerLost, markServerUnreachable } from './connection.ts';
import { retryFailedReads } from './failed-reads.ts';
import { createEventReader, type LiveEvent } from './event-reader.ts';
import { getOwnWriteFinishedAt } from './own-writes.ts';
import { startRefresh, refreshNow, type LiveChange } from './refresh.ts';
import { endSession, endView, readSession, readToken } from '../session/session-store.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** The server writes more often than this. A longer silence means that the stream is dead, even if the socket is open. */
const MAX_SILENCE_MS = 45_000;
/** Changes within this time are fetched together. */
const BATCH_MS = 60;

/** Topics that a hidden tab still refetches. */
const TOPICS_WHILE_HIDDEN: readonly Topic[] = ['notification', 'session'];

const isVisible = () => document.visibilityState === 'visible';

/** A change from the server, with the request that made it. */
type ServerChange = Pick<LiveChange, 'topic' | 'ids' | 'mine'> & { by: string | undefined };

/** Reads the change in an event. Null if it is another event. */
export function readChange(message: LiveEvent): ServerChange | null {
  if (message.event !== 'change') return null;
  const { topic, ids, mine, by } = parseEventData(message);
  const knownTopic = TOPICS.find((item) => item === topic);
  if (!knownTopic) return null;
  return {
    topic: knownTopic,
    ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [],
    mine: mine === true,
    by: typeof by === 'string' ? by : undefined,
  };
}

function parseEventData({ data }: LiveEvent): Record<string, unknown> {
  try {
    return { ...(JSON.parse(data) as object) };
  } catch {
    return {};
  }
}

/**
 * Follows the server's changes and refetches visible data (code rule 22). Hidden tabs close their streams, except one that counts the
 * notifications. When a tab is shown again or a stream returns, all visible data is refetched, because events can be missing.
 */
export function followChanges(client: QueryClient): () => void {
  const batch: (ServerChange & { at: number })[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  const canRead = (topics: readonly Topic[]) =>
    isVisible() || topics.some((topic) => TOPICS_WHILE_HIDDEN.includes(topic));
  const refresh = startRefresh(client, canRead);
  const flush = () => {
    flushTimer = undefined;
    // The page has already read its own changes after the response, which can be before the event.
    refresh.applyChanges(
      batch
        .splice(0)
        .map(({ at, by, ...change }) => ({ ...change, at: Math.min(at, getOwnWriteFinishedAt(by) ?? at) })),
    );
  };
  // A hidden tab repeats them when it is shown again.
  const retryFailed = () => {
    if (isVisible()) retryFailedReads(client);
  };
  const stop = connectWhileVisible({
    onChange: (change) => {
      if (!canRead([change.topic])) return;
      batch.push({ ...change, at: performance.now() });
      flushTimer ??= setTimeout(flush, BATCH_MS);
    },
    onScreens: refresh.setScreenCount,
    onReturn: () => {
      refreshNow(client, isVisible() ? TOPICS : TOPICS_WHILE_HIDDEN);
      retryFailed();
    },
  });
  const stopProbing = probeWhileUnreachable(retryFailed);
  return () => {
    stopProbing();
    clearTimeout(flushTimer);
    refresh.stop();
    stop();
  };
}

/**
 * Repeats a request until the server is back, because the page can be idle. If the first request succeeds, only the earlier request had
 * failed.
 */
function probeWhileUnreachable(onBack: () => void): () => void {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let unanswered = 0;
  const scheduleProbe = () => {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => void probe(), Math.min(FIRST_WAIT_MS * 2 ** unanswered, MAX_WAIT_MS));
  };
  const probe = async () => {
    // A hidden tab checks when it is shown again.
    if (!isVisible() || readToken() === null) return;
    try {
      await call(userEndpoints.me, {}, { background: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) return;
      unanswered += 1;
      scheduleProbe();
    }
  };
  const stopLost = onServerLost(scheduleProbe);
  const stopBack = onServerBack(() => {
    clearTimeout(retryTimer);
    if (unanswered > 0) onBack();
    unanswered = 0;
  });
  return () => {
    clearTimeout(retryTimer);
    stopLost();
    stopBack();
  };
}

interface Listener {
  onChange: (change: ServerChange) => void;
  onScreens: (count: number) => void;
  /** Called after a break of the stream, or when the server reports that events can be missing. */
  onReturn: () => void;
}

function connectWhileVisible(listener: Listener): () => void {
  let attempt: AbortController | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let connectedBefore = false;
  let isHiddenListener = false;
  let releaseRole: (() => void) | null = null;

  const connect = () => {
    clearTimeout(retryTimer);
    attempt?.abort();
    const controller = new AbortController();
    attempt = controller;
    void listen(controller, {
      ...listener,
      onOpen: () => {
        // A page opened during an outage has also missed its first responses.
        if (connectedBefore || failures > 0) listener.onReturn();
        failures = 0;
        connectedBefore = true;
      },
    }).then((reason) => {
      if (attempt !== controller) return;
      if (reason === 'session' || !(isVisible() || isHiddenListener)) return;
      if (reason === 'unreachable') markServerUnreachable();
      // Random jitter, so that not every browser reconnects to a restarted server at the same moment.
      const delay = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS) * (0.75 + Math.random() / 2);
      failures += 1;
      retryTimer = setTimeout(connect, delay);
    });
  };
  const disconnect = () => {
    clearTimeout(retryTimer);
    attempt?.abort();
  };
  const onVisible = () => {
    releaseRole?.();
    releaseRole = null;
    if (isVisible()) return connect();
    disconnect();
    // The events of a view are its customer's. The tabs of members take turns without it.
    if (readSession()?.viewing) return;
    releaseRole = holdTabRole('darkroom listens hidden', () => {
      isHiddenListener = true;
      connect();
      return () => {
        isHiddenListener = false;
        if (!isVisible()) disconnect();
      };
    });
  };
  const onOffline = () => markServerUnreachable();
  connect();
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', connect);
  window.addEventListener('offline', onOffline);
  return () => {
    releaseRole?.();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', connect);
    window.removeEventListener('offline', onOffline);
    clearTimeout(retryTimer);
    const lastAttempt = attempt;
    attempt = null;
    lastAttempt?.abort();
  };
}

async function listen(
  control: AbortController,
  { onOpen, onChange, onScreens, onReturn }: Listener & { onOpen: () => void },
): Promise<'ended' | 'unreachable' | 'session'> {
  const token = readToken();
  if (!token) return 'session';
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  const resetSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => control.abort(), MAX_SILENCE_MS);
  };
  try {
    resetSilenceTimer();
    const response = await fetch('/api/live', {
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'text/event-stream',
        'X-Background': '1',
        ...getViewHeader('/api/live'),
      },
      signal: control.signal,
      cache: 'no-store',
    });
    markServerReachable();
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
    const read = createEventReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'ended';
      resetSilenceTimer();
      for (const message of read(decoder.decode(value, { stream: true }))) {
        const change = readChange(message);
        if (change) onChange(change);
        else if (message.event === 'resync') onReturn();
        // `me` then checks if this session is over.
        else if (message.event === 'end') onChange({ topic: 'session', ids: [], mine: false, by: undefined });
        const { screens } = parseEventData(message);
        if (typeof screens === 'number') onScreens(screens);
      }
    }
  } catch {
    return control.signal.aborted ? 'ended' : 'unreachable';
  } finally {
    clearTimeout(silenceTimer);
  }
}
