import { fail } from './answer/fail.ts';

/** Parallel calls on one record in this process. The database would run only one, too. */
const MAX_AT_ONCE = 1;
/** After this time without a change, a record counts as held by an endless call. */
const HELD_MS = 2000;
/** Time limit of the wait for a connection. */
const LONGEST_MS = 10_000;
const LOOK_EVERY_MS = 250;
const COME_AGAIN_S = 2;

/** Admits writes as connections are free, and one at a time for the same record. */
export interface Turns {
  /** Runs `work` in its turn. Fails with `held` when a record stays locked, with `unavailable` without a free connection. */
  take<T>(records: readonly string[], work: () => Promise<T>): Promise<T>;
  /** The number of waiting calls. */
  waiting(): number;
}

interface Waiting {
  readonly records: readonly string[];
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** Limits the connections that wait for one record, so that a long lock does not stop all other writes. */
export function createTurns(connections: number): Turns {
  const inside = new Map<string, { count: number; since: number }>();
  const waiting = new Set<Waiting>();
  let busy = 0;
  let looking: ReturnType<typeof setInterval> | null = null;

  const isFull = (record: string) => (inside.get(record)?.count ?? 0) >= MAX_AT_ONCE;
  const enter = (records: readonly string[], by: 1 | -1) => {
    busy += by;
    const since = performance.now();
    for (const record of records) {
      const count = (inside.get(record)?.count ?? 0) + by;
      if (count > 0) inside.set(record, { count, since });
      else inside.delete(record);
    }
  };
  const letIn = () => {
    for (const next of waiting) {
      if (busy >= connections) return;
      if (next.records.some(isFull)) continue;
      waiting.delete(next);
      enter(next.records, 1);
      next.begin();
    }
  };
  const look = () => {
    const now = performance.now();
    const isHeld = (record: string) => isFull(record) && now - inside.get(record)!.since > HELD_MS;
    for (const one of waiting) {
      const code = one.records.some(isHeld) ? 'held' : now - one.since > LONGEST_MS ? 'unavailable' : null;
      if (code === null) continue;
      waiting.delete(one);
      one.refuse(fail(code, { retryAfter: COME_AGAIN_S }));
    }
    if (waiting.size > 0 || looking === null) return;
    clearInterval(looking);
    looking = null;
  };
  const turnOf = (records: readonly string[]) =>
    new Promise<void>((begin, refuse) => {
      waiting.add({ records, since: performance.now(), begin, refuse });
      looking ??= setInterval(look, LOOK_EVERY_MS);
    });
  return {
    waiting: () => waiting.size,
    take: async (records, work) => {
      if (busy < connections && !records.some(isFull)) enter(records, 1);
      else await turnOf(records);
      try {
        return await work();
      } finally {
        enter(records, -1);
        letIn();
      }
    },
  };
}

/** Fields with the record of a call. `id` belongs to the noun in the call's name. */
const KEYS = ['task_id', 'job_id', 'job_detail_id', 'id'] as const;

/** The records in a call's input, at its top level or in its lists, each once. */
export function recordsOf(name: string, input: unknown): string[] {
  const noun = name.split('.')[0] ?? '';
  const found = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of KEYS) {
      const id: unknown = Reflect.get(value, key);
      if (typeof id === 'number') found.add(`${key === 'id' ? noun : key} ${id}`);
    }
  };
  look(input);
  if (typeof input === 'object' && input !== null) {
    for (const part of Object.values(input)) if (Array.isArray(part)) part.forEach(look);
  }
  return [...found];
}
