import type { Endpoint } from '@darkroom/contract/endpoint';
import type { Bureau } from './bureau.ts';
import type { AskedList } from './lists.ts';
import { at, openWire, written } from './load.ts';
import type { Role } from './roles.ts';

const WARMING = 3;

/** Distribution of times, ms. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Cost of a list for a role. */
export interface Cost {
  readonly list: string;
  readonly role: string;
  /** Rows of the page in the small and in the large bureau. */
  readonly rows: readonly [number, number];
  readonly small: Spread;
  readonly large: Spread;
  /** Processor time of a call in the large bureau, ms, or null if the machine does not report it. */
  readonly server: number | null;
  readonly database: number | null;
}

interface Answer {
  total_pages: number;
  results: unknown[];
}

/** Measures a list for a role in both bureaus by turns, so that other load on the machine affects both equally. */
export async function measureList(
  { name, endpoint, asked }: AskedList,
  role: Role,
  [small, large]: readonly [Bureau, Bureau],
  rounds: number,
): Promise<Cost> {
  const one = await timer(small, role, endpoint, asked);
  const other = await timer(large, role, endpoint, asked);
  for (let round = 0; round < WARMING; round++) {
    await one.call();
    await other.call();
  }
  const times: [number[], number[]] = [[], []];
  const used = await processorUse(large, 'darkroom');
  for (let round = 0; round < rounds; round++) {
    times[0].push(await one.call());
    times[1].push(await other.call());
  }
  const { server, database } = await used(rounds);
  one.close();
  other.close();
  return {
    list: name,
    role: role.name,
    rows: [one.rows, other.rows],
    small: spread(times[0]),
    large: spread(times[1]),
    server,
    database,
  };
}

/** Starts counting processor time of a server and its database. The returned function gives the ms per call. */
export async function processorUse(bureau: Bureau, program: string, server: Bureau['server'] = bureau.server) {
  const before = await bureau.databaseUsed(program);
  const own = server.used();
  return async (calls: number): Promise<{ server: number | null; database: number | null }> => {
    const ownNow = server.used();
    let database = 0;
    for (const [pid, now] of await bureau.databaseUsed(program)) database += now - (before.get(pid) ?? 0);
    return {
      server: own === null || ownNow === null ? null : (ownNow - own) / calls / 1e6,
      database: Number.isNaN(database) ? null : database / calls / 1e6,
    };
  };
}

/** Distribution of a list of times. */
export const spread = (times: readonly number[]): Spread => ({
  p50: at(times, 0.5),
  p95: at(times, 0.95),
  p99: at(times, 0.99),
});

async function timer({ as, server }: Bureau, { username }: Role, endpoint: Endpoint, asked: AskedList['asked']) {
  const { call, sent, known } = as(username);
  const input = typeof asked === 'function' ? asked(known) : asked;
  const whole = await withLastPage(input, (first) => call<Answer>(endpoint, first));
  const { results } = await call<Partial<Answer>>(endpoint, whole);
  const wire = await openWire(server.port);
  const request = written(sent(endpoint, whole));
  return {
    rows: results?.length ?? 1,
    call: async () => {
      const start = performance.now();
      await wire.ask(request);
      return performance.now() - start;
    },
    close: wire.close,
  };
}

async function withLastPage(input: object, ask: (first: object) => Promise<Answer>): Promise<object> {
  if (!('page' in input)) return input;
  const { page: _last, ...first } = input;
  return { ...first, page: Math.max(1, (await ask(first)).total_pages) };
}
