import type { Topic } from '@darkroom/contract/endpoint';
import type { Query, QueryClient } from '@tanstack/react-query';
import { addsUp, concerns, readInBackground, shownOf, topicsOf } from './query.ts';

/** A page reads what adds up a whole period anew by itself this often at most. */
const SUM_EVERY_MS = 15_000;
/** And this often at most what a change may have brought onto it, or moved a total of: nobody saw that change. */
const OTHERS_EVERY_MS = 5_000;
/** Never is it busy with that for more than this part of its time: a server that is slow is asked less. */
const OTHERS_SHARE = 1 / 40;
/** Between two reads an answer rests for as long as the last one took, but no longer than this. */
const LONGEST_REST_MS = 1_000;
/** A server answers about this many reads a second with ease: so many screens take turns. */
const READS_A_SECOND = 100;

/** Something that changed, as far as a page is told of it. */
export interface Change {
  readonly topic: Topic;
  /** None: anything of the topic may have. */
  readonly ids: readonly number[];
  /** Among them is work that is or was the person's own: it may be new in any list. */
  readonly mine?: boolean;
  /** When it was heard of (`performance.now`): what was read since has seen it. */
  readonly at: number;
  /** Also what could not be loaded is tried again; with every change it would only vanish and come back. */
  readonly failedToo?: boolean;
}

/** Anything of these topics may have changed up to now. */
const anythingOf = (topics: readonly Topic[]): Change[] =>
  topics.map((topic) => ({ topic, ids: [], at: performance.now(), failedToo: true }));

/** How one answer on the screen is kept up to date. */
interface Turn {
  /** When its latest read began and ended (`performance.now`), whoever asked for it. */
  began: number;
  ended: number;
  /** What changed that its latest read may not have seen. */
  due: Change[];
  /** Its next read, and when that begins. */
  next: { timer: ReturnType<typeof setTimeout>; at: number } | null;
}

/** Keeps what is on the screen up to date. */
export interface Refresh {
  /** Reads anew what the changes touch. */
  hear(changes: readonly Change[]): void;
  /** How many screens are open: what nobody saw change they don't all ask for in the same moment. */
  screens(count: number): void;
  stop(): void;
}

/**
 * Reads anew what is on the screen when what it shows has changed, one read of an answer at a time (decision 101): at once where it
 * stands there or is the person's own, at a slower pace where it may only come in or move a total, not at all where it is another's
 * record. What is not on the screen is read when it comes back.
 * `mayRead` says of which topics anything is read now: of a hidden page few.
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
    // Under way already: looked at once its answer is there, and says what it shows.
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
    // What waits its turn keeps it, however many changes come meanwhile.
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

/** Reads anew what is on the screen of these topics, whatever changed; once it is kept fresh at all. */
export const refreshNow = (client: QueryClient, topics: readonly Topic[]): void =>
  kept.get(client)?.hear(anythingOf(topics));

/** Whether a change touches an answer, and how soon it is to be seen; null when it does not. */
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
