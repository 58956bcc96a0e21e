import { fail } from './response/fail.ts';

/** Maximum of parallel writes on one record in this process. The database would also run only one. */
const MAX_WRITES_PER_RECORD = 1;
/** Time without a change after which a record counts as locked by an endless request. */
const MAX_HELD_MS = 2000;
/** Time limit of the wait for a connection. */
const MAX_WAIT_MS = 10_000;
const CHECK_INTERVAL_MS = 250;
const RETRY_AFTER_S = 2;

/** Admits writes as connections are free, and one at a time for the same record. */
export interface WriteQueue {
  /**
   * Runs `work` in its turn. Throws `held` if a record stays locked, and `unavailable` if no connection becomes free.
   */
  run<T>(records: readonly string[], work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

interface WaitingWrite {
  readonly records: readonly string[];
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** Limits the connections that wait for one record, so that a long lock does not stop all other writes. */
export function createWriteQueue(connections: number): WriteQueue {
  const activeWrites = new Map<string, { count: number; since: number }>();
  const waiting = new Set<WaitingWrite>();
  let activeCount = 0;
  let checkTimer: ReturnType<typeof setInterval> | null = null;

  const isFull = (record: string) => (activeWrites.get(record)?.count ?? 0) >= MAX_WRITES_PER_RECORD;
  const changeCounts = (records: readonly string[], change: 1 | -1) => {
    activeCount += change;
    const since = performance.now();
    for (const record of records) {
      const count = (activeWrites.get(record)?.count ?? 0) + change;
      if (count > 0) activeWrites.set(record, { count, since });
      else activeWrites.delete(record);
    }
  };
  const admitNext = () => {
    for (const next of waiting) {
      if (activeCount >= connections) return;
      if (next.records.some(isFull)) continue;
      waiting.delete(next);
      changeCounts(next.records, 1);
      next.begin();
    }
  };
  const rejectOverdue = () => {
    const now = performance.now();
    const isHeld = (record: string) => isFull(record) && now - activeWrites.get(record)!.since > MAX_HELD_MS;
    for (const item of waiting) {
      const code = item.records.some(isHeld) ? 'record_busy' : now - item.since > MAX_WAIT_MS ? 'unavailable' : null;
      if (code === null) continue;
      waiting.delete(item);
      item.refuse(fail(code, { retryAfter: RETRY_AFTER_S }));
    }
    if (waiting.size > 0 || checkTimer === null) return;
    clearInterval(checkTimer);
    checkTimer = null;
  };
  const waitForTurn = (records: readonly string[]) =>
    new Promise<void>((begin, refuse) => {
      waiting.add({ records, since: performance.now(), begin, refuse });
      checkTimer ??= setInterval(rejectOverdue, CHECK_INTERVAL_MS);
    });
  return {
    waiting: () => waiting.size,
    run: async (records, work) => {
      if (activeCount < connections && !records.some(isFull)) changeCounts(records, 1);
      else await waitForTurn(records);
      try {
        return await work();
      } finally {
        changeCounts(records, -1);
        admitNext();
      }
    },
  };
}

/** Fields with the record of a request. `id` belongs to the noun in the endpoint's name. */
const RECORD_KEYS = ['task_id', 'job_id', 'job_detail_id', 'id'] as const;

/** Finds the records in a request's input, at its top level or in its lists, each once. */
export function findRecords(name: string, input: unknown): string[] {
  const noun = name.split('.')[0] ?? '';
  const found = new Set<string>();
  const collectIds = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of RECORD_KEYS) {
      const id: unknown = Reflect.get(value, key);
      if (typeof id === 'number') found.add(`${key === 'id' ? noun : key} ${id}`);
    }
  };
  collectIds(input);
  if (typeof input === 'object' && input !== null) {
    for (const part of Object.values(input)) if (Array.isArray(part)) part.forEach(collectIds);
  }
  return [...found];
}
