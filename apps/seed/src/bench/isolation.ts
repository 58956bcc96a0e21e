import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { addDays } from '@darkroom/domain/calendar/day';
import type { Bureau } from './bureau.ts';
import type { Load, LoadCall, Sent } from './isolation-load.ts';
import { at, openWire, written } from './load.ts';
import { table } from './tables.ts';

/** Calls of the quiet list, with a pause after each answer, as from a person and not as a load. */
const CALLS = 100;
const BETWEEN_MS = 10;
/** Time from the start of a load until it counts. */
const WARMING_MS = 500;

/** Time of another person's list under one load. */
export interface Isolated {
  readonly load: string;
  /** Median of the rounds: p50 of the list alone and under the load, in ms, and their ratio. */
  readonly alone: number;
  readonly beside: number;
  readonly ratio: number;
  /** Lowest and highest ratio of the rounds. */
  readonly from: number;
  readonly to: number;
  readonly answers: Sent['answers'];
}

interface Named extends Omit<Load, 'port'> {
  readonly name: string;
}

const exported = (format: 'xlsx' | 'pdf') => ({ format, language: 'vi', filter: {} });

/** The heaviest loads that one person, or a stranger, can send to the server. */
function loadsOf({ as, busiest }: Bureau): Named[] {
  const by = (username: string, calls: readonly { path: string; body: object }[]): LoadCall[] => {
    const token = as(username).sent(endpoints.task.list, {}).token;
    return calls.map((call) => ({ ...call, token }));
  };
  const eight = (calls: readonly LoadCall[]) => Array.from({ length: 8 }, () => calls);
  const { path: tasks } = endpoints.export.tasks;
  const { path: details } = endpoints.export.jobDetails;
  const few = { ...exported('pdf'), filter: { service_cat2_id: [busiest.category2] } };
  const files = [
    { path: tasks, body: exported('xlsx') },
    { path: tasks, body: few },
    { path: details, body: exported('xlsx') },
  ];
  const { month } = as('boss').known;
  const period = { date_from: month.from, date_to: month.to };
  const january = `${Number(month.to.slice(0, 4)) - 1}-01`;
  const year = { date_from: addDays(month.to, -365), date_to: month.to };
  const months = { month_from: january, month_to: month.to.slice(0, 7) };
  const reports = by('leader.pte', [
    { path: endpoints.quality.report.path, body: { ...year, by: 'editor' } },
    { path: endpoints.quality.report.path, body: { ...year, by: 'customer' } },
    { path: endpoints.dueDate.report.path, body: { ...months, by: 'customer' } },
    { path: endpoints.dueDate.forecasts.path, body: { ...months, by: 'category' } },
    { path: endpoints.task.adviceReport.path, body: { span: 'quarter' } },
  ]);
  const price = by('boss', [{ path: endpoints.price.report.path, body: period }]);
  const startingAt = (n: number, calls: readonly LoadCall[]) => [...calls.slice(n), ...calls.slice(0, n)];
  return [
    {
      name: '8 senders, sign-ins of 180,000 keys',
      senders: eight([{ path: endpoints.user.login.path, body: {} }]),
      keys: 180_000,
    },
    {
      name: '8 senders, orders of 180,000 keys',
      senders: eight(by('boss', [{ path: endpoints.job.bulkAdd.path, body: {} }])),
      keys: 180_000,
    },
    {
      name: '4 senders, orders of 12 MB that are none',
      senders: eight(
        by('boss', [
          {
            path: endpoints.job.bulkAdd.path,
            body: { jobs: Array.from({ length: 5000 }, () => ({ job_name: 'x'.repeat(2300) })) },
          },
        ]),
      ).slice(4),
    },
    {
      name: '4 staff, Excel and PDF',
      senders: ['boss', 'leader.pte', 'leader.ots', 'cs'].map((who, n) => startingAt(n % 3, by(who, files))),
    },
    { name: '1 person, one PDF after the other', senders: [by('boss', [{ path: tasks, body: few }])] },
    {
      name: 'wrong sign-ins from 4 addresses',
      senders: eight([{ path: endpoints.user.login.path, body: {} }]),
      guesses: true,
    },
    { name: 'reports of a leader, 5 at a time', senders: reports.map((_, n) => startingAt(n, reports)) },
    { name: 'price report of a month, 4 at a time', senders: Array.from({ length: 4 }, () => price) },
  ];
}

/**
 * Measures the effect of each load, from a separate process, on the task list of another person (quality 20b). Rounds with and without
 * the load alternate, so that other work of the machine affects both.
 */
export async function measureIsolation(bureau: Bureau, only: RegExp, rounds: number): Promise<Isolated[]> {
  const loads = loadsOf(bureau).filter(({ name }) => only.test(name));
  const wire = await openWire(bureau.server.port);
  const request = written(bureau.as('editor.pte').sent(endpoints.task.list, { scope: 'pool' }));
  const ask = async (): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < CALLS; n++) {
      const began = performance.now();
      await wire.ask(request);
      times.push(performance.now() - began);
      await sleep(BETWEEN_MS);
    }
    return at(times, 0.5);
  };
  await ask();
  const found: Isolated[] = [];
  for (const { name, ...load } of loads) {
    const pairs: { alone: number; beside: number }[] = [];
    let answers: Sent['answers'] = {};
    for (let round = 0; round < rounds; round++) {
      const alone = await ask();
      const stop = await start({ ...load, port: bureau.server.port });
      await sleep(WARMING_MS);
      const beside = await ask();
      ({ answers } = await stop());
      pairs.push({ alone, beside });
      await sleep(WARMING_MS);
    }
    const ratios = pairs.map(({ alone, beside }) => beside / alone);
    found.push({
      load: name,
      alone: at(
        pairs.map(({ alone }) => alone),
        0.5,
      ),
      beside: at(
        pairs.map(({ beside }) => beside),
        0.5,
      ),
      ratio: at(ratios, 0.5),
      from: Math.min(...ratios),
      to: Math.max(...ratios),
      answers,
    });
    console.log(`${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  }
  wire.close();
  return found;
}

async function start(load: Load): Promise<() => Promise<Sent>> {
  const [, program = ''] = process.argv;
  const child = fork(program, ['--load']);
  child.send(load);
  return async () => {
    child.send('end');
    const [sent] = (await once(child, 'message')) as [Sent];
    if (child.exitCode === null) await once(child, 'exit');
    return sent;
  };
}

export const isolationTable = (found: readonly Isolated[], most: number): string =>
  table(
    ['load', 'list alone, p50 ms', 'list under load', 'ratio', 'rounds', 'goal', 'met', 'answers to the load'],
    found.map(({ load, alone, beside, ratio, from, to, answers }) => [
      load,
      alone.toFixed(1),
      beside.toFixed(1),
      `× ${ratio.toFixed(2)}`,
      `${from.toFixed(2)}–${to.toFixed(2)}`,
      `≤ ${most}`,
      ratio <= most ? 'yes' : '**no**',
      Object.entries(answers)
        .map(([status, n]) => `${n} × ${status}`)
        .join(', '),
    ]),
  );
