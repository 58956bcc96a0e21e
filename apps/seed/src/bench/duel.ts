import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task/task';
import type { Bureau } from './bureau.ts';
import { DUELS, type DuelCall } from './duel-calls.ts';
import { askOnce, load, type Next, type Sent, type Went } from './load.ts';
import { processorUse, spread, type Spread } from './measure.ts';
import type { Served } from './processes.ts';

/** Id of the step's duel, next to those of `DUELS`. */
export const STEP_DUEL = 'step';
const CHECKER = 'qc.pte';
const CROWD = 16;

/** Result of one server at one load: calls a second by round, times and processor time over all rounds. */
export interface Pace {
  readonly perSecond: readonly number[];
  readonly times: Spread;
  readonly server: number | null;
  readonly database: number | null;
}

/** Comparison of one call with the bare server, alone and with 16 connections. */
export interface Duel {
  readonly id: string;
  readonly ours: Readonly<Record<'c1' | 'c16', Pace>>;
  readonly bare: Readonly<Record<'c1' | 'c16', Pace>>;
  /** Calls a second of Darkroom divided by those of the bare server, in the median round. */
  readonly ratio: Readonly<Record<'c1' | 'c16', number>>;
}

export interface DuelOptions {
  readonly rounds: number;
  /** Seconds of each turn of a round. */
  readonly seconds: number;
}

interface Side {
  readonly server: Served;
  /** Name of the program in the database's statistics. */
  readonly program: string;
  /** Gives the calls of each connection, and a function that restores the data afterwards. */
  readonly begin: (connections: number) => Promise<{ nexts: Next[]; end?: () => Promise<void> }>;
}

/**
 * Measures the calls whose names match, in interleaved rounds, so that other load on the machine affects both servers
 * equally.
 */
export async function measureDuels(
  bureau: Bureau,
  bare: Served,
  only: RegExp,
  { rounds, seconds }: DuelOptions,
): Promise<Duel[]> {
  const duels: Duel[] = [];
  const fight = async (id: string, ours: Side, theirs: Side) => {
    console.log(`measuring ${id} beside the bare server`);
    const duel: Partial<Record<'c1' | 'c16', [Pace, Pace]>> = {};
    for (const [name, connections] of [
      ['c1', 1],
      ['c16', CROWD],
    ] as const) {
      const turns: [Turn[], Turn[]] = [[], []];
      for (const side of [ours, theirs]) await turn(bureau, side, connections, seconds / 3);
      for (let round = 0; round < rounds; round++) {
        const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
        for (const at of order) turns[at].push(await turn(bureau, at === 0 ? ours : theirs, connections, seconds));
      }
      duel[name] = [pace(turns[0]), pace(turns[1])];
    }
    const { c1, c16 } = duel as Record<'c1' | 'c16', [Pace, Pace]>;
    duels.push({
      id,
      ours: { c1: c1[0], c16: c16[0] },
      bare: { c1: c1[1], c16: c16[1] },
      ratio: { c1: ratioOf(c1), c16: ratioOf(c16) },
    });
  };
  for (const call of DUELS.filter(({ id }) => only.test(id))) {
    const [mine, plain] = requestsOf(bureau, call);
    await sameColumns(bureau.server, bare, call.id, mine, plain);
    await fight(call.id, byMany(bureau, call.username, mine), always(bare, 'bare', plain));
  }
  if (only.test(STEP_DUEL)) await fight(STEP_DUEL, stepping(bureau), bareStepping(bureau, bare));
  return duels;
}

interface Turn extends Went {
  readonly server: number | null;
  readonly database: number | null;
}

async function turn(bureau: Bureau, side: Side, connections: number, seconds: number): Promise<Turn> {
  const { nexts, end } = await side.begin(connections);
  const used = await processorUse(bureau, side.program, side.server);
  const went = await load(side.server.port, nexts, seconds);
  const processor = await used(went.calls);
  await end?.();
  return { ...went, ...processor };
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const middleOf = (numbers: readonly (number | null)[]): number | null =>
  numbers.includes(null) ? null : middle(numbers as number[]);

const pace = (turns: readonly Turn[]): Pace => ({
  perSecond: turns.map(({ calls, seconds }) => calls / seconds),
  times: spread(turns.flatMap(({ took }) => took)),
  server: middleOf(turns.map(({ server }) => server)),
  database: middleOf(turns.map(({ database }) => database)),
});

const ratioOf = ([ours, bare]: readonly [Pace, Pace]): number =>
  middle(ours.perSecond.map((perSecond, round) => perSecond / (bare.perSecond[round] ?? 1)));

function requestsOf(bureau: Bureau, { username, endpoint, input, bare }: DuelCall): [Sent, Sent] {
  const caller = bureau.as(username);
  return [
    caller.sent(endpoint, input(caller.known)),
    { path: bare.path, body: bare.body(caller.known, caller.user_id) },
  ];
}

const always = (server: Served, program: string, sent: Sent): Side => ({
  server,
  program,
  begin: async (connections) => ({ nexts: Array.from({ length: connections }, () => () => sent) }),
});

/** Each connection has its own session. */
const byMany = (bureau: Bureau, username: string, sent: Sent): Side => ({
  server: bureau.server,
  program: 'darkroom',
  begin: async (connections) => {
    const tokens = await bureau.as(username).sessions(connections);
    return { nexts: Array.from({ length: connections }, (_, at) => () => ({ ...sent, token: tokens[at] })) };
  },
});

/**
 * Checks that both answers have the same columns and rows, because a bare server that reads less would distort the
 * measurement.
 */
async function sameColumns(ours: Served, bare: Served, id: string, mine: Sent, plain: Sent): Promise<void> {
  type Rows = { results?: object[] };
  const [a] = (await askOnce<Rows>(ours.port, mine)).results ?? [];
  const [b] = (await askOnce<Rows>(bare.port, plain)).results ?? [];
  if (JSON.stringify(Object.keys(a ?? {}).sort()) !== JSON.stringify(Object.keys(b ?? {}).sort())) {
    throw new Error(`${id}: the bare server does not answer the columns ours does.`);
  }
}

/** A QC takes tasks that wait for QC and releases them. Each connection has its own tasks, each call its own key. */
function stepping(bureau: Bureau): Side {
  const checker = bureau.as(CHECKER);
  return walked(bureau, bureau.server, 'darkroom', ({ task_id, version, status }) =>
    checker.sent(endpoints.task.act, { task_id, version, action: status === 5 ? 'release_qc' : 'start_qc1' }),
  );
}

function bareStepping(bureau: Bureau, bare: Served): Side {
  const { user_id } = bureau.as(CHECKER);
  return walked(bureau, bare, 'bare', ({ task_id, version, status }) => ({
    path: '/step',
    body: { task_id, version, user_id, to: status === 5 ? 4 : 5 },
  }));
}

/**
 * Each connection goes through its own tasks, with one start and one release of each, because no task has a thousand
 * moves in reality.
 */
const walked = (bureau: Bureau, server: Served, program: string, step: (task: Task) => Sent): Side => ({
  server,
  program,
  begin: async (connections) => {
    const tasks = await waiting(bureau, connections);
    const before = await lastMove(bureau);
    const nexts = Array.from({ length: connections }, (_, at): Next => {
      const own = tasks.filter((_task, place) => place % connections === at);
      let turn = -1;
      return (last) => {
        const moved = own[turn >> 1];
        if (last && moved) Object.assign(moved, JSON.parse(last.toString()));
        turn = (turn + 1) % (2 * own.length);
        return step(own[turn >> 1]!);
      };
    });
    return { nexts, end: () => giveBack(bureau, before) };
  },
});

/** Tasks that wait for QC, each of a different job, because moves of one job wait for each other. */
async function waiting(bureau: Bureau, least: number): Promise<Task[]> {
  const { call } = bureau.as(CHECKER);
  const { results } = await call<{ results: Task[] }>(endpoints.task.list, {
    scope: 'pool',
    status: [4],
    page_size: 200,
  });
  const byJob = new Map(results.map((task) => [task.job_id, task]));
  if (byJob.size < least) throw new Error(`${byJob.size} jobs have tasks that wait for QC: ${least} are needed.`);
  return [...byJob.values()];
}

const lastMove = async ({ db }: Bureau): Promise<number> =>
  (
    await db
      .selectFrom('task_history')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id;

/**
 * Sets every task back to Waiting for QC and deletes the moves. Otherwise fifty thousand moves, with as many by one QC on a day, would
 * slow later measurements.
 */
async function giveBack(bureau: Bureau, before: number): Promise<void> {
  const { call, user_id } = bureau.as(CHECKER);
  const input = { status: [5], first_qc: [user_id], page_size: 200 };
  for (const { task_id, version } of (await call<{ results: Task[] }>(endpoints.task.list, input)).results) {
    await call(endpoints.task.act, { task_id, version, action: 'release_qc' });
  }
  await bureau.db.deleteFrom('task_history').where('id', '>', before).execute();
}
