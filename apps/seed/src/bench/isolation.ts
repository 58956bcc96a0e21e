import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { addDays } from '@darkroom/domain/calendar/day';
import type { BenchBureau } from './bureau.ts';
import type { LoadCase, LoadCall, Sent } from './isolation-load.ts';
import { percentile, openConnection, writeRequest } from './load.ts';
import { holdToCore, listChildren } from './processes.ts';
import { formatTable } from './tables.ts';

/** Pause after each response of the quiet list, as from a person. */
const PAUSE_MS = 10;
/** Load of files and reports, which a replica can serve. */
export const REPLICA_LOAD = '4 staff with files and a leader with reports';
/** Time from the start of a load until the measurement begins. */
const WARMUP_MS = 500;

/** Time of another person's list under one load. */
export interface IsolationResult {
  readonly load: string;
  /** Median of the runs: p50 of the list alone and under the load, in ms, and their ratio. */
  readonly alone: number;
  readonly withLoad: number;
  readonly ratio: number;
  /** Lowest and highest ratio of the runs. */
  readonly from: number;
  readonly to: number;
  readonly responses: Sent['responses'];
}

export interface IsolationOptions {
  /** Loads to measure. */
  readonly only: RegExp;
  readonly rounds: number;
  /** Requests for the quiet list in each measurement. */
  readonly calls: number;
  /** Core for the senders of a load. By default, they use all cores. */
  readonly senderCore?: number;
  /** Core for the process of the server that makes files. By default, it uses the cores of the server. */
  readonly fileCore?: number;
}

interface NamedLoad extends Omit<LoadCase, 'port'> {
  readonly name: string;
}

const makeExportInput = (format: 'xlsx' | 'pdf') => ({ format, language: 'vi', filter: {} });

/** Creates the heaviest loads that one person, or a stranger, can send to the server. */
function createLoads({ as, busiest }: BenchBureau): NamedLoad[] {
  const callAs = (username: string, calls: readonly { path: string; body: object }[]): LoadCall[] => {
    const token = as(username).makeRequest(endpoints.task.list, {}).token;
    return calls.map((call) => ({ ...call, token }));
  };
  const repeatEightTimes = (calls: readonly LoadCall[]) => Array.from({ length: 8 }, () => calls);
  const { path: tasks } = endpoints.export.tasks;
  const { path: details } = endpoints.export.jobDetails;
  const smallExport = { ...makeExportInput('pdf'), filter: { service_cat2_id: [busiest.category2] } };
  const files = [
    { path: tasks, body: makeExportInput('xlsx') },
    { path: tasks, body: smallExport },
    { path: details, body: makeExportInput('xlsx') },
  ];
  const { month } = as('boss').known;
  const period = { date_from: month.from, date_to: month.to };
  const january = `${Number(month.to.slice(0, 4)) - 1}-01`;
  const year = { date_from: addDays(month.to, -365), date_to: month.to };
  const months = { month_from: january, month_to: month.to.slice(0, 7) };
  const reports = callAs('leader.pte', [
    { path: endpoints.quality.report.path, body: { ...year, by: 'editor' } },
    { path: endpoints.quality.report.path, body: { ...year, by: 'customer' } },
    { path: endpoints.dueDate.report.path, body: { ...months, by: 'customer' } },
    { path: endpoints.dueDate.forecasts.path, body: { ...months, by: 'category' } },
    { path: endpoints.task.adviceReport.path, body: { span: 'quarter' } },
  ]);
  const price = callAs('boss', [{ path: endpoints.price.report.path, body: period }]);
  const rotateCalls = (n: number, calls: readonly LoadCall[]) => [...calls.slice(n), ...calls.slice(0, n)];
  const exporters = ['boss', 'leader.pte', 'leader.ots', 'cs'].map((who, n) => rotateCalls(n % 3, callAs(who, files)));
  return [
    {
      name: '8 senders, sign-ins of 180,000 keys',
      senders: repeatEightTimes([{ path: endpoints.user.login.path, body: {} }]),
      keys: 180_000,
    },
    {
      name: '8 senders, orders of 180,000 keys',
      senders: repeatEightTimes(callAs('boss', [{ path: endpoints.job.bulkAdd.path, body: {} }])),
      keys: 180_000,
    },
    {
      name: '4 senders, orders of 12 MB that are none',
      senders: repeatEightTimes(
        callAs('boss', [
          {
            path: endpoints.job.bulkAdd.path,
            body: { jobs: Array.from({ length: 5000 }, () => ({ job_name: 'x'.repeat(2300) })) },
          },
        ]),
      ).slice(4),
    },
    { name: '4 staff, Excel and PDF', senders: exporters },
    { name: REPLICA_LOAD, senders: [...exporters, reports] },
    { name: '1 person, one PDF after the other', senders: [callAs('boss', [{ path: tasks, body: smallExport }])] },
    {
      name: 'wrong sign-ins from 4 addresses',
      senders: repeatEightTimes([{ path: endpoints.user.login.path, body: {} }]),
      guesses: true,
    },
    { name: 'reports of a leader, 5 at a time', senders: reports.map((_, n) => rotateCalls(n, reports)) },
    { name: 'price report of a month, 4 at a time', senders: Array.from({ length: 4 }, () => price) },
  ];
}

/**
 * Measures the effect of each load on the task list of another person (quality 20b). Runs with and without the load
 * alternate, so that both have equal conditions.
 */
export async function measureIsolation(
  bureau: BenchBureau,
  { only, rounds, calls, senderCore, fileCore }: IsolationOptions,
): Promise<IsolationResult[]> {
  const loads = createLoads(bureau).filter(({ name }) => only.test(name));
  const wire = await openConnection(bureau.server.port);
  const request = writeRequest(bureau.as('editor.pte').makeRequest(endpoints.task.list, { scope: 'pool' }));
  const measureMedian = async (): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < calls; n++) {
      const began = performance.now();
      await wire.ask(request);
      times.push(performance.now() - began);
      await sleep(PAUSE_MS);
    }
    return percentile(times, 0.5);
  };
  await measureMedian();
  const results: IsolationResult[] = [];
  for (const { name, ...load } of loads) {
    const pairs: { alone: number; withLoad: number }[] = [];
    let responses: Sent['responses'] = {};
    for (let round = 0; round < rounds; round++) {
      const alone = await measureMedian();
      const stop = startLoad({ ...load, port: bureau.server.port }, senderCore);
      await sleep(WARMUP_MS);
      if (fileCore !== undefined) holdToCore(await findFileProcess(bureau.server.pid), fileCore);
      const withLoad = await measureMedian();
      ({ responses } = await stop());
      pairs.push({ alone, withLoad });
      await sleep(WARMUP_MS);
    }
    const ratios = pairs.map(({ alone, withLoad }) => withLoad / alone);
    results.push({
      load: name,
      alone: percentile(
        pairs.map(({ alone }) => alone),
        0.5,
      ),
      withLoad: percentile(
        pairs.map(({ withLoad }) => withLoad),
        0.5,
      ),
      ratio: percentile(ratios, 0.5),
      from: Math.min(...ratios),
      to: Math.max(...ratios),
      responses,
    });
    console.log(`${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`);
  }
  wire.close();
  return results;
}

/** Waits until the server has started the process that makes files. */
async function findFileProcess(serverPid: number): Promise<number> {
  for (;;) {
    const found = listChildren(serverPid).find(({ command }) => command.includes('file-maker'));
    if (found) return found.pid;
    await sleep(50);
  }
}

function startLoad(load: LoadCase, core?: number): () => Promise<Sent> {
  const [, program = ''] = process.argv;
  const child = fork(program, ['--load']);
  if (core !== undefined && child.pid) holdToCore(child.pid, core);
  child.send(load);
  return async () => {
    child.send('end');
    const [sent] = (await once(child, 'message')) as [Sent];
    if (child.exitCode === null) await once(child, 'exit');
    return sent;
  };
}

export const formatIsolation = (results: readonly IsolationResult[], maxRatio: number): string =>
  formatTable(
    ['load', 'list alone, p50 ms', 'list under load', 'ratio', 'rounds', 'target', 'met', 'answers to the load'],
    results.map(({ load, alone, withLoad, ratio, from, to, responses }) => [
      load,
      alone.toFixed(1),
      withLoad.toFixed(1),
      `× ${ratio.toFixed(2)}`,
      `${from.toFixed(2)}–${to.toFixed(2)}`,
      `≤ ${maxRatio}`,
      ratio <= maxRatio ? 'yes' : '**no**',
      Object.entries(responses)
        .map(([status, n]) => `${n} × ${status}`)
        .join(', '),
    ]),
  );
