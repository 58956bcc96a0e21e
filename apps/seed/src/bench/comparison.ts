import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task/task';
import type { BenchBureau } from './bureau.ts';
import { COMPARED_CALLS, type ComparedCall } from './comparison-calls.ts';
import { askOnce, measureLoad, type NextRequest, type ApiRequest, type LoadResult } from './load.ts';
import { measureProcessor, toPercentiles, type Percentiles } from './measure.ts';
import type { ServerProcess } from './processes.ts';

/** Id of the comparison of steps, next to the ids of `COMPARED_CALLS`. */
export const STEP_COMPARISON = 'step';
const QC = 'qc.pte';
const MAX_CONNECTIONS = 16;

/** Result of one server at one load: requests a second by run, and times and processor time over all runs. */
export interface Throughput {
  readonly perSecond: readonly number[];
  readonly times: Percentiles;
  readonly server: number | null;
  readonly database: number | null;
}

/** Comparison of one request with the bare server, with 1 and with 16 connections. */
export interface Comparison {
  readonly id: string;
  readonly ours: Readonly<Record<'c1' | 'c16', Throughput>>;
  readonly bare: Readonly<Record<'c1' | 'c16', Throughput>>;
  /** Requests a second of Darkroom divided by those of the bare server, in the median run. */
  readonly ratio: Readonly<Record<'c1' | 'c16', number>>;
}

export interface ComparisonOptions {
  readonly rounds: number;
  /** Length of each turn of a run, in seconds. */
  readonly seconds: number;
}

interface Side {
  readonly server: ServerProcess;
  /** Name of the program in the database's statistics. */
  readonly program: string;
  /** Returns the requests of each connection, and a function that restores the data afterwards. */
  readonly begin: (connections: number) => Promise<{ nexts: NextRequest[]; end?: () => Promise<void> }>;
}

/**
 * Measures the requests whose names match. The servers take turns, so that other load on the machine affects both
 * equally.
 */
export async function measureComparisons(
  bureau: BenchBureau,
  bare: ServerProcess,
  only: RegExp,
  { rounds, seconds }: ComparisonOptions,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = [];
  const compare = async (id: string, ours: Side, theirs: Side) => {
    console.log(`measuring ${id} against the baseline server`);
    const pairs: Partial<Record<'c1' | 'c16', [Throughput, Throughput]>> = {};
    for (const [name, connections] of [
      ['c1', 1],
      ['c16', MAX_CONNECTIONS],
    ] as const) {
      const runs: [MeasuredRun[], MeasuredRun[]] = [[], []];
      for (const side of [ours, theirs]) await measureRun(bureau, side, connections, seconds / 3);
      for (let round = 0; round < rounds; round++) {
        const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        for (const at of order) runs[at].push(await measureRun(bureau, at === 0 ? ours : theirs, connections, seconds));
      }
      pairs[name] = [toThroughput(runs[0]), toThroughput(runs[1])];
    }
    const { c1, c16 } = pairs as Record<'c1' | 'c16', [Throughput, Throughput]>;
    comparisons.push({
      id,
      ours: { c1: c1[0], c16: c16[0] },
      bare: { c1: c1[1], c16: c16[1] },
      ratio: { c1: getRatio(c1), c16: getRatio(c16) },
    });
  };
  for (const call of COMPARED_CALLS.filter(({ id }) => only.test(id))) {
    const [ownRequest, bareRequest] = createRequests(bureau, call);
    await checkSameColumns(bureau.server, bare, call.id, ownRequest, bareRequest);
    await compare(
      call.id,
      withManySessions(bureau, call.username, ownRequest),
      repeatRequest(bare, 'bare', bareRequest),
    );
  }
  if (only.test(STEP_COMPARISON))
    await compare(STEP_COMPARISON, createStepSide(bureau), createBareStepSide(bureau, bare));
  return comparisons;
}

interface MeasuredRun extends LoadResult {
  readonly server: number | null;
  readonly database: number | null;
}

async function measureRun(bureau: BenchBureau, side: Side, connections: number, seconds: number): Promise<MeasuredRun> {
  const { nexts, end } = await side.begin(connections);
  const measureUse = await measureProcessor(bureau, side.program, side.server);
  const result = await measureLoad(side.server.port, nexts, seconds);
  const processor = await measureUse(result.calls);
  await end?.();
  return { ...result, ...processor };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const medianOrNull = (numbers: readonly (number | null)[]): number | null =>
  numbers.includes(null) ? null : median(numbers as number[]);

const toThroughput = (runs: readonly MeasuredRun[]): Throughput => ({
  perSecond: runs.map(({ calls, seconds }) => calls / seconds),
  times: toPercentiles(runs.flatMap(({ durations: took }) => took)),
  server: medianOrNull(runs.map(({ server }) => server)),
  database: medianOrNull(runs.map(({ database }) => database)),
});

const getRatio = ([ours, bare]: readonly [Throughput, Throughput]): number =>
  median(ours.perSecond.map((perSecond, round) => perSecond / (bare.perSecond[round] ?? 1)));

function createRequests(
  bureau: BenchBureau,
  { username, endpoint, input, bare }: ComparedCall,
): [ApiRequest, ApiRequest] {
  const caller = bureau.as(username);
  return [
    caller.makeRequest(endpoint, input(caller.known)),
    { path: bare.path, body: bare.body(caller.known, caller.user_id) },
  ];
}

const repeatRequest = (server: ServerProcess, program: string, sent: ApiRequest): Side => ({
  server,
  program,
  begin: async (connections) => ({ nexts: Array.from({ length: connections }, () => () => sent) }),
});

/** Creates requests for each connection with its own session. */
const withManySessions = (bureau: BenchBureau, username: string, sent: ApiRequest): Side => ({
  server: bureau.server,
  program: 'darkroom',
  begin: async (connections) => {
    const tokens = await bureau.as(username).sessions(connections);
    return { nexts: Array.from({ length: connections }, (_, index) => () => ({ ...sent, token: tokens[index] })) };
  },
});

/**
 * Checks that both responses have the same columns and rows. A bare server that reads less would distort the
 * measurement.
 */
async function checkSameColumns(
  ours: ServerProcess,
  bare: ServerProcess,
  id: string,
  ownRequest: ApiRequest,
  bareRequest: ApiRequest,
): Promise<void> {
  type Rows = { results?: object[] };
  const [a] = (await askOnce<Rows>(ours.port, ownRequest)).results ?? [];
  const [b] = (await askOnce<Rows>(bare.port, bareRequest)).results ?? [];
  if (JSON.stringify(Object.keys(a ?? {}).sort()) !== JSON.stringify(Object.keys(b ?? {}).sort())) {
    throw new Error(`${id}: the bare server does not answer the columns ours does.`);
  }
}

/**
 * Creates the requests of a QC who takes waiting tasks and releases them. Each connection has its own tasks, and each
 * request its own key.
 */
function createStepSide(bureau: BenchBureau): Side {
  const checker = bureau.as(QC);
  return createTaskSteps(bureau, bureau.server, 'darkroom', ({ task_id, version, status }) =>
    checker.makeRequest(endpoints.task.act, { task_id, version, action: status === 5 ? 'release_qc' : 'start_qc1' }),
  );
}

function createBareStepSide(bureau: BenchBureau, bare: ServerProcess): Side {
  const { user_id } = bureau.as(QC);
  return createTaskSteps(bureau, bare, 'bare', ({ task_id, version, status }) => ({
    path: '/step',
    body: { task_id, version, user_id, to: status === 5 ? 4 : 5 },
  }));
}

/**
 * Creates the steps of each connection: one start and one release for each of its tasks, because no real task has a
 * thousand steps.
 */
const createTaskSteps = (
  bureau: BenchBureau,
  server: ServerProcess,
  program: string,
  step: (task: Task) => ApiRequest,
): Side => ({
  server,
  program,
  begin: async (connections) => {
    const tasks = await findWaitingTasks(bureau, connections);
    const before = await findLastMove(bureau);
    const nexts = Array.from({ length: connections }, (_, index): NextRequest => {
      const myTasks = tasks.filter((_task, position) => position % connections === index);
      let position = -1;
      return (last) => {
        const steppedTask = myTasks[position >> 1];
        if (last && steppedTask) Object.assign(steppedTask, JSON.parse(last.toString()));
        position = (position + 1) % (2 * myTasks.length);
        return step(myTasks[position >> 1]!);
      };
    });
    return { nexts, end: () => releaseChecks(bureau, before) };
  },
});

/** Finds tasks that wait for QC, each of a different job, because steps of one job wait for each other. */
async function findWaitingTasks(bureau: BenchBureau, minCount: number): Promise<Task[]> {
  const { call } = bureau.as(QC);
  const { results } = await call<{ results: Task[] }>(endpoints.task.list, {
    scope: 'pool',
    status: [4],
    page_size: 200,
  });
  const byJob = new Map(results.map((task) => [task.job_id, task]));
  if (byJob.size < minCount) throw new Error(`${byJob.size} jobs have tasks that wait for QC: ${minCount} are needed.`);
  return [...byJob.values()];
}

const findLastMove = async ({ db }: BenchBureau): Promise<number> =>
  (
    await db
      .selectFrom('task_history')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id;

/**
 * Sets every task back to Waiting for QC and deletes the steps. Otherwise fifty thousand steps would slow later
 * measurements.
 */
async function releaseChecks(bureau: BenchBureau, before: number): Promise<void> {
  const { call, user_id } = bureau.as(QC);
  const input = { status: [5], first_qc: [user_id], page_size: 200 };
  for (const { task_id, version } of (await call<{ results: Task[] }>(endpoints.task.list, input)).results) {
    await call(endpoints.task.act, { task_id, version, action: 'release_qc' });
  }
  await bureau.db.deleteFrom('task_history').where('id', '>', before).execute();
}
