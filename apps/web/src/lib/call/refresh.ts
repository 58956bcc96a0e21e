import type { Topic } from '@darkroom/contract/endpoint';
import type { Query, QueryClient } from '@tanstack/react-query';
import { addsUp, concerns, readInBackground, topicsOf } from './query.ts';

/** A page reads what adds up a whole period anew by itself this often at most. */
const SUM_EVERY_MS = 15_000;

/** How one answer on the screen is kept up to date. */
interface Turn {
  /** When its latest read began (`performance.now`), whoever asked for it. */
  began: number;
  /** Something changed that its latest read may not have seen. */
  due: boolean;
  /** It is to be read though it could not be loaded. */
  failedToo: boolean;
  underWay: boolean;
}

const turns = new WeakMap<Query, Turn>();

function turnOf(entry: Query): Turn {
  const turn = turns.get(entry) ?? { began: -Infinity, due: false, failedToo: false, underWay: false };
  turns.set(entry, turn);
  return turn;
}

/** Notes when reads begin, so that what was read after a change is not read again for it. Returns its end. */
export const watchReads = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') turnOf(event.query).began = performance.now();
  });

/**
 * Reads anew what is on the screen and speaks of the topics that changed, unless it was read since they did (each with its
 * time, `performance.now`); what is not on the screen is read when it comes back. One read of an answer at a time, and none is broken off: however fast changes come,
 * a list that needs a second is there after a second, and once more after the last of them. What could not be loaded says so
 * until somebody tries again, or `failedToo`: with every change it would only vanish and come back.
 */
export async function refreshInBackground(
  client: QueryClient,
  changed: ReadonlyMap<Topic, number>,
  { failedToo = false } = {},
): Promise<void> {
  const stale = (entry: Query) =>
    Math.max(...topicsOf(entry).map((topic) => changed.get(topic) ?? -Infinity)) >= turnOf(entry).began;
  const all = client
    .getQueryCache()
    .findAll({ predicate: concerns([...changed.keys()]) })
    .filter(stale);
  for (const entry of all) entry.invalidate();
  await Promise.all(all.filter((entry) => entry.isActive()).map((entry) => takeTurn(client, entry, failedToo)));
}

/** Topics of which anything may have changed up to now. */
export const changedNow = (topics: readonly Topic[]): ReadonlyMap<Topic, number> =>
  new Map(topics.map((topic) => [topic, performance.now()]));

async function takeTurn(client: QueryClient, entry: Query, failedToo: boolean): Promise<void> {
  const turn = turnOf(entry);
  turn.due = true;
  turn.failedToo ||= failedToo;
  if (turn.underWay) return;
  turn.underWay = true;
  try {
    while (turn.due && entry.isActive()) {
      if (addsUp(entry)) await pause(entry.state.dataUpdatedAt + SUM_EVERY_MS - Date.now());
      // One that is under way may have begun before the change.
      await entry.promise?.catch(() => undefined);
      if (!entry.isActive()) break;
      const tries = turn.failedToo;
      turn.due = false;
      turn.failedToo = false;
      if (!tries && entry.state.status === 'error' && entry.state.data === undefined) break;
      await readInBackground(client, entry);
    }
  } finally {
    turn.underWay = false;
    // It has left the screen meanwhile: a read that began before the change must not let it pass for new when it comes back.
    if (turn.due && !entry.isActive()) entry.invalidate();
  }
}

const pause = (ms: number) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined);
