import type { Endpoint } from '@darkroom/contract/endpoint';
import type { BenchBureau } from './bureau.ts';
import type { MeasuredList } from './lists.ts';
import { percentile, openConnection, writeRequest } from './load.ts';
import type { Role } from './roles.ts';

const WARMUP_RUNS = 3;

/** Distribution of times, ms. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Cost of a list for a role. */
export interface ListCost {
  readonly list: string;
  readonly role: string;
  /** Rows of the page in the small and in the large bureau. */
  readonly rows: readonly [number, number];
  readonly small: Percentiles;
  readonly large: Percentiles;
  /** Processor time of a request in the large bureau, ms, or null if the machine does not report it. */
  readonly server: number | null;
  readonly database: number | null;
}

interface Page {
  total_pages: number;
  results: unknown[];
}

/** Measures a list for a role in both bureaus by turns, so that other load on the machine affects both equally. */
export async function measureList(
  { name, endpoint, asked }: MeasuredList,
  role: Role,
  [small, large]: readonly [BenchBureau, BenchBureau],
  rounds: number,
): Promise<ListCost> {
  const smallTimer = await createTimer(small, role, endpoint, asked);
  const largeTimer = await createTimer(large, role, endpoint, asked);
  for (let run = 0; run < WARMUP_RUNS; run++) {
    await smallTimer.call();
    await largeTimer.call();
  }
  const times: [number[], number[]] = [[], []];
  const measureUse = await measureProcessor(large, 'darkroom');
  for (let run = 0; run < rounds; run++) {
    times[0].push(await smallTimer.call());
    times[1].push(await largeTimer.call());
  }
  const { server, database } = await measureUse(rounds);
  smallTimer.close();
  largeTimer.close();
  return {
    list: name,
    role: role.name,
    rows: [smallTimer.rows, largeTimer.rows],
    small: toPercentiles(times[0]),
    large: toPercentiles(times[1]),
    server,
    database,
  };
}

/** Starts counting processor time of a server and its database. The returned function gives the ms per request. */
export async function measureProcessor(
  bureau: BenchBureau,
  program: string,
  server: BenchBureau['server'] = bureau.server,
) {
  const before = await bureau.databaseUsed(program);
  const usedBefore = server.used();
  return async (calls: number): Promise<{ server: number | null; database: number | null }> => {
    const usedAfter = server.used();
    let database = 0;
    for (const [pid, now] of await bureau.databaseUsed(program)) database += now - (before.get(pid) ?? 0);
    return {
      server: usedBefore === null || usedAfter === null ? null : (usedAfter - usedBefore) / calls / 1e6,
      database: Number.isNaN(database) ? null : database / calls / 1e6,
    };
  };
}

export const toPercentiles = (times: readonly number[]): Percentiles => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  p99: percentile(times, 0.99),
});

async function createTimer(
  { as, server }: BenchBureau,
  { username }: Role,
  endpoint: Endpoint,
  asked: MeasuredList['asked'],
) {
  const { call, makeRequest: sent, known } = as(username);
  const input = typeof asked === 'function' ? asked(known) : asked;
  const resolvedInput = await resolveLastPage(input, (first) => call<Page>(endpoint, first));
  const { results } = await call<Partial<Page>>(endpoint, resolvedInput);
  const connection = await openConnection(server.port);
  const request = writeRequest(sent(endpoint, resolvedInput));
  return {
    rows: results?.length ?? 1,
    call: async () => {
      const start = performance.now();
      await connection.ask(request);
      return performance.now() - start;
    },
    close: connection.close,
  };
}

async function resolveLastPage(input: object, ask: (first: object) => Promise<Page>): Promise<object> {
  if (!('page' in input)) return input;
  const { page: _last, ...first } = input;
  return { ...first, page: Math.max(1, (await ask(first)).total_pages) };
}
