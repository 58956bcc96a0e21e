import type { Topic } from '@darkroom/contract/endpoint';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isPeriodTotal, isAffectedBy, readInBackground, getShownIds, getTopics } from './query.ts';

/** Shortest interval between automatic reads of a response that adds up a whole period. */
const MIN_SUM_INTERVAL_MS = 15_000;
/** Shortest interval between reads for changes elsewhere, which could add a row or move a total. */
export const MIN_OTHERS_INTERVAL_MS = 5_000;
/** Largest share of time for those reads, so that a slow server receives fewer of them. */
const MAX_OTHERS_SHARE = 1 / 40;
/** Maximum pause of a response between two reads. The pause is as long as the last read. */
const MAX_REST_MS = 1_000;
/** Reads per second that a server handles easily. More screens take turns. */
const MAX_READS_PER_SECOND = 100;

export interface LiveChange {
  readonly topic: Topic;
  /** Empty: any record of the topic could have changed. */
  readonly ids: readonly number[];
  /** True if the ids include work that is or was the user's own, which can be new in any list. */
  readonly mine?: boolean;
  /** Time of arrival (`performance.now`). Later reads include the change. */
  readonly at: number;
  /** True if failed reads are also repeated. Repeating them on every change would make their errors flicker. */
  readonly includesFailed?: boolean;
}

/** Creates the changes after which any record of these topics could be different. */
const createTopicChanges = (topics: readonly Topic[]): LiveChange[] =>
  topics.map((topic) => ({ topic, ids: [], at: performance.now(), includesFailed: true }));

/** The refresh state of one visible response. */
interface RefreshState {
  /** Start and end of its latest read (`performance.now`), for every cause of the read. */
  began: number;
  ended: number;
  /** Changes that its latest read could have missed. */
  due: LiveChange[];
  /** Timer and start time of the next read. */
  next: { timer: ReturnType<typeof setTimeout>; at: number } | null;
}

export interface Refresh {
  applyChanges(changes: readonly LiveChange[]): void;
  /** Sets the number of open screens, so that they do not all read at the same moment after a change. */
  setScreenCount(count: number): void;
  stop(): void;
}

/**
 * Reads changed visible data again, one read per response at a time (decision 101). Shown records and the user's own work are read
 * immediately, other lists and totals more slowly, and hidden data when it is shown again. `canRead` limits the topics.
 */
export function startRefresh(
  client: QueryClient,
  canRead: (topics: readonly Topic[]) => boolean = () => true,
): Refresh {
  const refreshStates = new WeakMap<Query, RefreshState>();
  const scheduled = new Set<RefreshState>();
  let spread_ms = 0;

  const getRefreshState = (entry: Query): RefreshState => {
    const refreshState = refreshStates.get(entry) ?? { began: -Infinity, ended: -Infinity, due: [], next: null };
    refreshStates.set(entry, refreshState);
    return refreshState;
  };
  const cancelNextRead = (refreshState: RefreshState) => {
    clearTimeout(refreshState.next?.timer);
    refreshState.next = null;
    scheduled.delete(refreshState);
  };

  const scheduleRead = (entry: Query, refreshState: RefreshState): void => {
    // A read is in progress. Its end starts the next read if changes are still due.
    if (entry.state.fetchStatus !== 'idle') return;
    refreshState.due = refreshState.due.filter((change) => change.at > refreshState.began && getUrgency(entry, change));
    if (refreshState.due.length === 0) return;
    entry.invalidate();
    if (!entry.isActive()) {
      refreshState.due = [];
      return;
    }
    const pace = refreshState.due.some((change) => getUrgency(entry, change) === 'now') ? 'now' : 'later';
    const at = getNextReadTime(entry, refreshState, pace, spread_ms);
    // Later changes do not delay a waiting read.
    if (refreshState.next && (pace === 'later' || refreshState.next.at <= at)) return;
    cancelNextRead(refreshState);
    const timer = setTimeout(() => runRead(entry, refreshState), Math.max(0, at - performance.now()));
    refreshState.next = { timer, at };
    scheduled.add(refreshState);
  };

  const runRead = (entry: Query, refreshState: RefreshState): void => {
    cancelNextRead(refreshState);
    const topics = refreshState.due.map(({ topic }) => topic);
    if (entry.state.fetchStatus === 'idle' && entry.isActive() && canRead(topics)) void readInBackground(client, entry);
  };

  const onReadEnd = (entry: Query, refreshState: RefreshState): void => {
    refreshState.ended = performance.now();
    scheduleRead(entry, refreshState);
  };

  const unwatch = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const refreshState = getRefreshState(event.query);
    switch (event.action.type) {
      case 'fetch':
        refreshState.began = performance.now();
        cancelNextRead(refreshState);
        break;
      case 'success':
        if (!event.action.manual) onReadEnd(event.query, refreshState);
        break;
      case 'error':
        onReadEnd(event.query, refreshState);
        break;
      default:
    }
  });

  const refresh: Refresh = {
    applyChanges: (changes) => {
      const topics = changes.map(({ topic }) => topic);
      for (const entry of client.getQueryCache().findAll({ predicate: isAffectedBy(topics) })) {
        const refreshState = getRefreshState(entry);
        refreshState.due.push(...changes.filter(({ topic }) => getTopics(entry).includes(topic)));
        scheduleRead(entry, refreshState);
      }
    },
    setScreenCount: (count) => {
      spread_ms = (count / MAX_READS_PER_SECOND) * 1000;
    },
    stop: () => {
      unwatch();
      for (const refreshState of scheduled) cancelNextRead(refreshState);
      refreshers.delete(client);
    },
  };
  refreshers.set(client, refresh);
  return refresh;
}

const refreshers = new WeakMap<QueryClient, Refresh>();

/** Reads the visible data of these topics again, if it is refreshed automatically. */
export const refreshNow = (client: QueryClient, topics: readonly Topic[]): void =>
  refreshers.get(client)?.applyChanges(createTopicChanges(topics));

/** Returns the urgency of a change for a response. Null if the change does not concern it. */
export function getUrgency(entry: Query, change: LiveChange): 'now' | 'later' | null {
  const { data, status } = entry.state;
  if (data === undefined) return status === 'error' && !change.includesFailed ? null : 'now';
  const shown = getShownIds(entry, change.topic);
  if (!shown || change.ids.length === 0) return 'now';
  const ids = shown.ids(data, entry.queryKey[1]);
  if (!ids || change.ids.some((id) => ids.includes(id))) return 'now';
  const others = shown.others(entry.queryKey[1]);
  if (others === 'never') return null;
  if (change.mine) return 'now';
  return others === 'later' ? 'later' : null;
}

function getNextReadTime(
  entry: Query,
  { began, ended }: RefreshState,
  pace: 'now' | 'later',
  spread_ms: number,
): number {
  const now = performance.now();
  if (isPeriodTotal(entry)) return now + entry.state.dataUpdatedAt + MIN_SUM_INTERVAL_MS - Date.now();
  if (ended === -Infinity) return now;
  const duration = ended - began;
  if (pace === 'now') return ended + Math.min(duration, MAX_REST_MS);
  return (
    Math.max(now, ended + Math.max(MIN_OTHERS_INTERVAL_MS, duration / MAX_OTHERS_SHARE)) + Math.random() * spread_ms
  );
}
