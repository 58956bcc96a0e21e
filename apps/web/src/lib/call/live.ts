import { TOPICS, type Topic } from '@darkroom/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { takeTurn } from './one-tab.ts';
import { heardFromServer, serverUnreachable } from './connection.ts';
import { ownActAnswered } from './own-acts.ts';
import { changedNow, refreshInBackground, watchReads } from './refresh.ts';
import { endSession, readToken } from '../session/session-store.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The server writes at least this often; a stream that is silent for longer is dead, whatever the socket says. */
const SILENCE_MS = 45_000;
/** Changes that come together are fetched together. */
const GATHER_MS = 60;

/** What a hidden tab still refetches. */
const TOPICS_WHILE_HIDDEN: readonly Topic[] = ['notice', 'session'];

const isVisible = () => document.visibilityState === 'visible';

/** One event of the stream. */
export interface LiveEvent {
  event: string;
  data: string;
}

/** Splits a stream of server-sent events; feed it text as it comes, it gives back whole events. */
export function eventReader(): (text: string) => LiveEvent[] {
  let rest = '';
  return (text) => {
    const blocks = (rest + text.replaceAll('\r\n', '\n')).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const value = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
      const data = value('data').join('\n');
      return data === '' ? [] : [{ event: value('event')[0] ?? 'message', data }];
    });
  };
}

/** What a change event speaks of, and which request made the change; null for anything else. */
export function changeOf(message: LiveEvent): { topic: Topic; by: string | undefined } | null {
  if (message.event !== 'change') return null;
  try {
    const { topic, by } = JSON.parse(message.data) as { topic?: unknown; by?: unknown };
    const known = TOPICS.find((one) => one === topic);
    return known ? { topic: known, by: typeof by === 'string' ? by : undefined } : null;
  } catch {
    return null;
  }
}

/**
 * Listens to the server's changes and refetches what is on the screen (style sheet 22). Begun once, by the layout. While
 * the tab is hidden it lets go, so that twenty open tabs don't use up the browser's connections; one of the hidden ones goes
 * on listening for what comes back to the person, which its title counts. Coming back, or after a break, everything shown is
 * refetched, for events may have been missed.
 */
export function followChanges(client: QueryClient): () => void {
  const gathered: { topic: Topic; at: number; by: string | undefined }[] = [];
  let flushing: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    flushing = undefined;
    const changed = new Map<Topic, number>();
    for (const { topic, at, by } of gathered.splice(0)) {
      // What this page changed itself was read by it when the answer came, which may be before the note of it.
      const since = Math.min(at, ownActAnswered(by) ?? at);
      changed.set(topic, Math.max(since, changed.get(topic) ?? 0));
    }
    void refreshInBackground(client, changed);
  };
  const unwatch = watchReads(client);
  const stop = connectWhileVisible({
    onChange: (topic, by) => {
      if (!isVisible() && !TOPICS_WHILE_HIDDEN.includes(topic)) return;
      gathered.push({ topic, at: performance.now(), by });
      flushing ??= setTimeout(flush, GATHER_MS);
    },
    onReturn: () =>
      void refreshInBackground(client, changedNow(isVisible() ? TOPICS : TOPICS_WHILE_HIDDEN), { failedToo: true }),
  });
  return () => {
    clearTimeout(flushing);
    unwatch();
    stop();
  };
}

interface Listener {
  onChange: (topic: Topic, by?: string) => void;
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
        failures = 0;
        if (connectedBefore) listener.onReturn();
        connectedBefore = true;
      },
    }).then((why) => {
      if (attempt !== mine || why === 'session' || !(isVisible() || listensHidden)) return;
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
  { onOpen, onChange, onReturn }: Listener & { onOpen: () => void },
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
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream', 'X-Background': '1' },
      signal: control.signal,
      cache: 'no-store',
    });
    heardFromServer();
    if (response.status === 401) {
      if (token === readToken()) endSession();
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
        if (change) onChange(change.topic, change.by);
        else if (message.event === 'resync') onReturn();
        // `me` then finds out that the session is over, and whether it is this very one.
        else if (message.event === 'end') onChange('session');
      }
    }
  } catch {
    return control.signal.aborted ? 'ended' : 'unreachable';
  } finally {
    clearTimeout(silence);
  }
}
