import type { Endpoint } from '@darkroom/contract/endpoint';
import type { Bureau } from './bureau.ts';
import type { AskedList } from './lists.ts';
import type { Role } from './roles.ts';

const WARMING = 3;

/** What one list cost one role: medians in milliseconds. */
export interface Cost {
  readonly list: string;
  readonly role: string;
  /** Rows of the page in the small bureau and in the large one. */
  readonly rows: readonly [number, number];
  readonly small: number;
  readonly large: number;
  readonly bareSmall: number;
  readonly bareLarge: number;
}

interface Answer {
  total_pages: number;
  results: unknown[];
}

type Timer = () => Promise<number>;

/** What a list costs a role in both bureaus, and what the bare server needs for the same statements. */
export async function measureList(
  { name, endpoint, asked }: AskedList,
  role: Role,
  [small, large]: readonly [Bureau, Bureau],
  rounds: number,
): Promise<Cost> {
  const inputFor = (bureau: Bureau) => (typeof asked === 'function' ? asked(bureau.as(role.username).known) : asked);
  const a = await timers(small, role, endpoint, inputFor(small));
  const b = await timers(large, role, endpoint, inputFor(large));
  const [ours, oursLarge, bareSmall, bareLarge] = await inTurn([a.call, b.call, a.bare, b.bare], rounds);
  return { list: name, role: role.name, rows: [a.rows, b.rows], small: ours, large: oursLarge, bareSmall, bareLarge };
}

/** A call and the bare server's doing of it, each timed; and how many rows its page holds. */
async function timers({ as, bare }: Bureau, { username }: Role, endpoint: Endpoint, input: object) {
  const { call, statements } = as(username);
  const whole = await withLastPage(input, (first) => call<Answer>(endpoint, first));
  const { results } = await call<Partial<Answer>>(endpoint, whole);
  const address = bare.serve(await statements(endpoint, whole));
  const timed =
    (work: () => Promise<unknown>): Timer =>
    async () => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
  return {
    rows: results?.length ?? 1,
    call: timed(() => call(endpoint, whole)),
    bare: timed(async () => {
      const answer = await fetch(address, { method: 'POST', body: JSON.stringify(whole) });
      if (!answer.ok) throw new Error(`${endpoint.name}: ${answer.status} of the bare server`);
      return answer.json();
    }),
  };
}

async function withLastPage(input: object, ask: (first: object) => Promise<Answer>): Promise<object> {
  if (!('page' in input)) return input;
  const { page: _last, ...first } = input;
  return { ...first, page: Math.max(1, (await ask(first)).total_pages) };
}

/** The median of each, called in turn, so that whatever else the machine does hits all alike. */
async function inTurn<const T extends readonly Timer[]>(all: T, rounds: number): Promise<{ [K in keyof T]: number }> {
  const times = all.map((): number[] => []);
  for (let round = 0; round < rounds + WARMING; round++) {
    for (const [at, timer] of all.entries()) {
      const ms = await timer();
      if (round >= WARMING) times[at]?.push(ms);
    }
  }
  return times.map(median) as { [K in keyof T]: number };
}

/** The middle one. */
export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
