import type { Topic } from '@darkroom/contract/endpoint';
import type { Query, QueryClient } from '@tanstack/react-query';
import { addsUp, concerns, readInBackground, shownOf, topicsOf } from './query.ts';

/** Shortest interval between automatic reads of an answer that adds up a whole period. */
const SUM_EVERY_MS = 15_000;
/** Shortest interval between reads for changes elsewhere, which could add a row or move a total. */
const OTHERS_EVERY_MS = 5_000;
/** Largest share of time for those reads, so that a slow server receives fewer of them. */
const OTHERS_SHARE = 1 / 40;
/** An answer pauses between two reads for as long as the last one took, at most this long. */
const LONGEST_REST_MS = 1_000;
/** Reads per second that a server answers easily. More screens take turns. */
const READS_A_SECOND = 100;

/** A change, as the page receives it. */
export interface Change {
  readonly topic: Topic;
  /** Empty: any record of the topic could have changed. */
  readonly ids: readonly number[];
  /** The ids include work that is or was the user's own, which can be new in any list. */
  readonly mine?: boolean;
  /** Time of arrival (`performance.now`). Later reads include the change. */
  readonly at: number;
  /** Also repeats failed reads. Doing this on every change would make their errors flicker. */
  readonly failedToo?: boolean;
}

/** Any record of these topics could have changed until now. */
const anythingOf = (topics: readonly Topic[]): Change[] =>
  topics.map((topic) => ({ topic, ids: [], at: performance.now(), failedToo: true }));

/** The refresh state of one visible answer. */
interface Turn {
  /** Start and end of its latest read (`performance.now`), whatever started it. */
  began: number;
  ended: number;
  /** Changes that its latest read could have missed. */
  due: Change[];
  /** Its next read with the start time. */
  next: { timer: ReturnType<typeof setTimeout>; at: number } | null;
}

/** Keeps visible data up to date. */
export interface Refresh {
  /** Reads the answers that the changes touch. */
  hear(changes: readonly Change[]): void;
  /** The number of open screens, so that they do not all read for changes elsewhere at the same moment. */
  screens(count: number): void;
  stop(): void;
}

/**
 * Reads visible answers again when their data has changed, one read per answer at a time (decision 101): immediately for shown records
 * and the user's own work, at a slower pace where a change could only add a row or move a total, and never for another record. Hidden
 * answers are read when they are shown again.
 * `mayRead` limits the topics that are read now: a hidden page has few.
 */
export function startRefresh(
  client: QueryClient,
  mayRead: (topics: readonly Topic[]) => boolean = () => true,
): Refresh {
  const turns = new WeakMap<Query, Turn>();
  const waiting = new Set<Turn>();
  let spread_ms = 0;

  const turnOf = (entry: Query): Turn => {
    const turn = turns.get(entry) ?? { began: -Infinity, ended: -Infinity, due: [], next: null };
    turns.set(entry, turn);
    return turn;
  };
  const forget = (turn: Turn) => {
    clearTimeout(turn.next?.timer);
    turn.next = null;
    waiting.delete(turn);
  };

  const plan = (entry: Query, turn: Turn): void => {
    // A read is in progress. Its answer decides when it is there.
    if (entry.state.fetchStatus !== 'idle') return;
    turn.due = turn.due.filter((change) => change.at > turn.began && touches(entry, change));
    if (turn.due.length === 0) return;
    entry.invalidate();
    if (!entry.isActive()) {
      turn.due = [];
      return;
    }
    const pace = turn.due.some((change) => touches(entry, change) === 'now') ? 'now' : 'later';
    const at = nextRead(entry, turn, pace, spread_ms);
    // A waiting read keeps its turn, however many changes follow.
    if (turn.next && (pace === 'later' || turn.next.at <= at)) return;
    forget(turn);
    const timer = setTimeout(() => take(entry, turn), Math.max(0, at - performance.now()));
    turn.next = { timer, at };
    waiting.add(turn);
  };

  const take = (entry: Query, turn: Turn): void => {
    forget(turn);
    const topics = turn.due.map(({ topic }) => topic);
    if (entry.state.fetchStatus === 'idle' && entry.isActive() && mayRead(topics)) void readInBackground(client, entry);
  };

  const ended = (entry: Query, turn: Turn): void => {
    turn.ended = performance.now();
    plan(entry, turn);
  };

  const unwatch = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const turn = turnOf(event.query);
    switch (event.action.type) {
      case 'fetch':
        turn.began = performance.now();
        forget(turn);
        break;
      case 'success':
        if (!event.action.manual) ended(event.query, turn);
        break;
      case 'error':
        ended(event.query, turn);
        break;
      default:
    }
  });

  const refresh: Refresh = {
    hear: (changes) => {
      const topics = changes.map(({ topic }) => topic);
      for (const entry of client.getQueryCache().findAll({ predicate: concerns(topics) })) {
        const turn = turnOf(entry);
        turn.due.push(...changes.filter(({ topic }) => topicsOf(entry).includes(topic)));
        plan(entry, turn);
      }
    },
    screens: (count) => {
      spread_ms = (count / READS_A_SECOND) * 1000;
    },
    stop: () => {
      unwatch();
      for (const turn of waiting) forget(turn);
      kept.delete(client);
    },
  };
  kept.set(client, refresh);
  return refresh;
}

const kept = new WeakMap<QueryClient, Refresh>();

/** Reads the visible answers of these topics again, if they are kept fresh. */
export const refreshNow = (client: QueryClient, topics: readonly Topic[]): void =>
  kept.get(client)?.hear(anythingOf(topics));

/** Whether and how soon a change concerns an answer. Null if it does not. */
function touches(entry: Query, change: Change): 'now' | 'later' | null {
  const { data, status } = entry.state;
  if (data === undefined) return status === 'error' && !change.failedToo ? null : 'now';
  const shown = shownOf(entry, change.topic);
  if (!shown || change.ids.length === 0) return 'now';
  const ids = shown.ids(data, entry.queryKey[1]);
  if (!ids || change.ids.some((id) => ids.includes(id))) return 'now';
  const others = shown.others(entry.queryKey[1]);
  if (others === 'never') return null;
  if (change.mine) return 'now';
  return others === 'later' ? 'later' : null;
}

function nextRead(entry: Query, { began, ended }: Turn, pace: 'now' | 'later', spread_ms: number): number {
  const now = performance.now();
  if (addsUp(entry)) return now + entry.state.dataUpdatedAt + SUM_EVERY_MS - Date.now();
  if (ended === -Infinity) return now;
  const took = ended - began;
  if (pace === 'now') return ended + Math.min(took, LONGEST_REST_MS);
  return Math.max(now, ended + Math.max(OTHERS_EVERY_MS, took / OTHERS_SHARE)) + Math.random() * spread_ms;
}
