import { sql } from 'kysely';
import { ALLOWANCES_TITLE, measureAllowances } from '../bench/allowances.ts';
import { createBureau, type BenchBureau } from '../bench/bureau.ts';
import { FORECASTS_TITLE, scoreForecasts } from '../bench/forecast/forecasts.ts';
import { COMPARED_CALLS } from '../bench/comparison-calls.ts';
import { measureComparisons, STEP_COMPARISON, type Comparison } from '../bench/comparison.ts';
import { MEASURED_LISTS, EMPTY_RESULT } from '../bench/lists.ts';
import { measureList, type ListCost } from '../bench/measure.ts';
import { startProcess } from '../bench/processes.ts';
import { saveFigures, readMachineLoad, type Figure } from '../bench/results.ts';
import { getRoles } from '../bench/roles.ts';
import { formatByRole, formatComparisons, formatGrowth, getGrowth, formatCosts } from '../bench/tables.ts';
import { startTestServer } from '@darkroom/server/testing/test-server';

// `npm run bench` (docs/bench.md) measures the cost of each list with 10,000 and with 1,000,000 tasks. The cost must
// grow with the page, not with the table (quality 13, 14).

const QUICK = process.argv.includes('--quick');
const SMALL_JOBS = 2_000;
const LARGE_JOBS = Number(readFlag('jobs') ?? (QUICK ? 20_000 : 200_000));
const ROUNDS = Number(readFlag('rounds') ?? 3);
/** Requests of each list by each role, and seconds of each turn of a comparison with the bare server. */
const CALLS = QUICK ? 7 : 10 * ROUNDS;
const SECONDS = QUICK ? 0.5 : 2;
const ONLY = new RegExp(readFlag('only') ?? '');
/** Limit for the cost of a list in the large bureau, as a multiple of the small one. */
const MAX_GROWTH = 2;
/** A list that is faster than this in the large bureau meets the target with any growth. */
const FAST_MS = 50;

const load = readMachineLoad();
if (load > 1) console.log(`The machine is busy (${load.toFixed(1)} before the start): the times are not reliable.`);
const server = await startTestServer();
const bureaus: BenchBureau[] = [];
const figures: Record<string, Figure> = {};
let failed = false;
try {
  const lists = MEASURED_LISTS.filter(({ name }) => ONLY.test(name));
  const comparisons = [...COMPARED_CALLS.map(({ id }) => id), STEP_COMPARISON].filter((id) => ONLY.test(id));
  const isScoringForecasts = ONLY.test(FORECASTS_TITLE);
  if (lists.length > 0 || comparisons.length > 0 || isScoringForecasts) {
    const keep = process.argv.includes('--keep');
    const small = await createBureau(server, 'small', { jobs: SMALL_JOBS, keep });
    bureaus.push(small);
    const large = await createBureau(server, 'large', { jobs: LARGE_JOBS, keep, busiest: small.busiest });
    bureaus.push(large);
    if (comparisons.length > 0) await reportComparisons(large);
    if (lists.length > 0) await reportLists(lists, [small, large]);
    if (isScoringForecasts) await reportForecasts(large);
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(large.db);
    const postgres = rows[0]?.server_version.split('.')[0] ?? '';
    console.log(`\nTargets, including earlier results of this machine (bench/results):\n`);
    console.log(saveFigures(postgres, load, QUICK || readFlag('jobs') ? {} : figures));
  }
  if (ONLY.test(ALLOWANCES_TITLE)) console.log(`\n${await measureAllowances(server, 30)}`);
} finally {
  for (const bureau of bureaus) await bureau.close();
  await server.stop();
}
if (failed) process.exitCode = 1;

async function reportForecasts({ db }: BenchBureau): Promise<void> {
  const { text, holds } = await scoreForecasts(db);
  console.log(`\n${text}`);
  if (!holds) failed = true;
}

async function reportComparisons(large: BenchBureau): Promise<void> {
  const bare = await startProcess('bench-bare.js', { DATABASE_URL: large.databaseUrl }, '/ready');
  let comparisons: Comparison[];
  try {
    comparisons = await measureComparisons(large, bare, ONLY, { rounds: ROUNDS, seconds: SECONDS });
  } finally {
    await bare.stop();
  }
  console.log(
    `\nThroughput relative to a minimal Node server (baseline), ${formatTasks(LARGE_JOBS)} tasks, median of ${ROUNDS} rounds, ms per request:\n`,
  );
  console.log(formatComparisons(comparisons));
  for (const { id, ratio, ours } of comparisons) {
    const { p50, p95, p99 } = ours.c1.times;
    const timesNote = `alone ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms, ${ratio.c1.toFixed(2)} of bare`;
    figures[id] = id.startsWith('counts') ? { figure: p95, note: timesNote } : { figure: ratio.c16, note: timesNote };
  }
}

async function reportLists(
  lists: typeof MEASURED_LISTS,
  bureauPair: readonly [BenchBureau, BenchBureau],
): Promise<void> {
  const costs: ListCost[] = [];
  for (const list of lists) {
    console.log(`measuring ${list.name}`);
    for (const role of getRoles(list.endpoint)) costs.push(await measureList(list, role, bureauPair, CALLS));
  }
  console.log(
    `\n${formatTasks(LARGE_JOBS)} tasks to ${formatTasks(SMALL_JOBS)}, the middle of ${CALLS} calls, per role (* pages differ):\n`,
  );
  console.log(formatByRole(costs, formatGrowth));
  const overLimit = costs.filter((cost) => getGrowth(cost) > MAX_GROWTH && cost.large.p50 >= FAST_MS);
  const worst = overLimit.toSorted((a, b) => getGrowth(b) - getGrowth(a));
  console.log(
    `\n${overLimit.length} of ${costs.length} cost more than ${MAX_GROWTH}× and ${FAST_MS} ms${overLimit.length ? `, ms:\n\n${formatCosts(worst)}` : ''}`,
  );
  const slowest = costs.toSorted((a, b) => b.large.p50 - a.large.p50).slice(0, 25);
  console.log(`\nThe slowest at ${formatTasks(LARGE_JOBS)} tasks, ms:\n\n${formatCosts(slowest)}`);
  const empty = lists.filter(
    ({ name }) => !EMPTY_RESULT.test(name) && costs.every(({ list, rows }) => list !== name || rows[1] === 0),
  );
  if (empty.length > 0) {
    failed = true;
    console.log(`\nError: these lists are empty for every role: ${empty.map(({ name }) => name).join('; ')}.`);
  }
  if (lists.length < MEASURED_LISTS.length) return;
  const [mostGrown] = costs.filter(({ large }) => large.p50 >= FAST_MS).toSorted((a, b) => getGrowth(b) - getGrowth(a));
  const slowestNote = slowest[0] ? `the slowest takes ${slowest[0].large.p50.toFixed(0)} ms` : '';
  figures.growth = {
    figure: mostGrown ? getGrowth(mostGrown) : 0,
    note: `${mostGrown ? `${mostGrown.list}, ${mostGrown.role}` : `no list over ${FAST_MS} ms`}; ${slowestNote}; ${overLimit.length} of ${costs.length} over`,
  };
}

function formatTasks(jobs: number): string {
  return (jobs * 5).toLocaleString('en');
}

function readFlag(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}
