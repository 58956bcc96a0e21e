import { sql } from 'kysely';
import { ALLOWANCES, measureAllowances } from '../bench/allowances.ts';
import { makeBureau, type Bureau } from '../bench/bureau.ts';
import { FORECASTS, scoreForecasts } from '../bench/forecast/forecasts.ts';
import { DUELS } from '../bench/duel-calls.ts';
import { measureDuels, STEP_DUEL, type Duel } from '../bench/duel.ts';
import { ASKED_LISTS, NO_HITS } from '../bench/lists.ts';
import { measureList, type Cost } from '../bench/measure.ts';
import { startProcess } from '../bench/processes.ts';
import { keepFigures, loadNow, type Figure } from '../bench/results.ts';
import { rolesOf } from '../bench/roles.ts';
import { byRole, duelTable, growth, growthOf, inFull } from '../bench/tables.ts';
import { startTestServer } from '@darkroom/server/testing/test-server';

// `npm run bench` (docs/bench.md): cost of each list for each role with 10,000 and with 1,000,000 tasks, and a comparison with a bare
// server. The cost must grow with the page, not with the table (quality 13, 14).

const QUICK = process.argv.includes('--quick');
const SMALL_JOBS = 2_000;
const LARGE_JOBS = Number(flag('jobs') ?? (QUICK ? 20_000 : 200_000));
const ROUNDS = Number(flag('rounds') ?? 3);
/** Calls of each list by each role, and seconds of each turn of a comparison with the bare server. */
const CALLS = QUICK ? 7 : 10 * ROUNDS;
const SECONDS = QUICK ? 0.5 : 2;
const ONLY = new RegExp(flag('only') ?? '');
/** Limit for the cost of a list in the large bureau, as a multiple of the small one. */
const LIMIT = 2;
/** Times below this limit vary by chance, so they do not count as growth. */
const CHANCE_MS = 3;

const load = loadNow();
if (load > 1)
  console.log(`The machine is busy (${load.toFixed(1)} before the start): times are those of a busy machine.`);
const server = await startTestServer();
const bureaus: Bureau[] = [];
const figures: Record<string, Figure> = {};
let failed = false;
try {
  const lists = ASKED_LISTS.filter(({ name }) => ONLY.test(name));
  const duels = [...DUELS.map(({ id }) => id), STEP_DUEL].filter((id) => ONLY.test(id));
  const judging = ONLY.test(FORECASTS);
  if (lists.length > 0 || duels.length > 0 || judging) {
    const keep = process.argv.includes('--keep');
    const small = await makeBureau(server, 'small', { jobs: SMALL_JOBS, keep });
    bureaus.push(small);
    const large = await makeBureau(server, 'large', { jobs: LARGE_JOBS, keep, busiest: small.busiest });
    bureaus.push(large);
    if (duels.length > 0) await reportDuels(large);
    if (lists.length > 0) await reportLists(lists, [small, large]);
    if (judging) await reportForecasts(large);
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(large.db);
    const postgres = rows[0]?.server_version.split('.')[0] ?? '';
    console.log(`\nThe goals, with what was measured on this machine before (bench/results):\n`);
    console.log(keepFigures(postgres, load, QUICK || flag('jobs') ? {} : figures));
  }
  if (ONLY.test(ALLOWANCES)) console.log(`\n${await measureAllowances(server, 30)}`);
} finally {
  for (const bureau of bureaus) await bureau.close();
  await server.stop();
}
if (failed) process.exitCode = 1;

async function reportForecasts({ db }: Bureau): Promise<void> {
  const { text, holds } = await scoreForecasts(db);
  console.log(`\n${text}`);
  if (!holds) failed = true;
}

async function reportDuels(large: Bureau): Promise<void> {
  const bare = await startProcess('bench-bare.js', { DATABASE_URL: large.databaseUrl }, '/ready');
  let duels: Duel[];
  try {
    duels = await measureDuels(large, bare, ONLY, { rounds: ROUNDS, seconds: SECONDS });
  } finally {
    await bare.stop();
  }
  console.log(`\nBeside the bare server at ${tasks(LARGE_JOBS)} tasks, ${ROUNDS} rounds in turn, ms a call:\n`);
  console.log(duelTable(duels));
  for (const { id, ratio, ours } of duels) {
    const { p50, p95, p99 } = ours.c1.times;
    const alone = `alone ${p50.toFixed(1)} / ${p95.toFixed(1)} / ${p99.toFixed(1)} ms, ${ratio.c1.toFixed(2)} of bare`;
    figures[id] = id.startsWith('counts') ? { figure: p95, note: alone } : { figure: ratio.c16, note: alone };
  }
}

async function reportLists(lists: typeof ASKED_LISTS, both: readonly [Bureau, Bureau]): Promise<void> {
  const costs: Cost[] = [];
  for (const list of lists) {
    console.log(`measuring ${list.name}`);
    for (const role of rolesOf(list.endpoint)) costs.push(await measureList(list, role, both, CALLS));
  }
  console.log(
    `\n${tasks(LARGE_JOBS)} tasks to ${tasks(SMALL_JOBS)}, the middle of ${CALLS} calls, per role (* pages differ):\n`,
  );
  console.log(byRole(costs, growth));
  const over = costs.filter((cost) => growthOf(cost) > LIMIT && cost.large.p50 > CHANCE_MS);
  const worst = over.toSorted((a, b) => growthOf(b) - growthOf(a));
  console.log(
    `\n${over.length} of ${costs.length} cost more than ${LIMIT}×${over.length ? `, ms:\n\n${inFull(worst)}` : ''}`,
  );
  const slowest = costs.toSorted((a, b) => b.large.p95 - a.large.p95).slice(0, 25);
  console.log(`\nThe slowest at ${tasks(LARGE_JOBS)} tasks, ms:\n\n${inFull(slowest)}`);
  const empty = lists.filter(
    ({ name }) => !NO_HITS.test(name) && costs.every(({ list, rows }) => list !== name || rows[1] === 0),
  );
  if (empty.length > 0) {
    failed = true;
    console.log(`\nA fault of the bench: nobody sees anything in ${empty.map(({ name }) => name).join('; ')}.`);
  }
  if (lists.length < ASKED_LISTS.length) return;
  const grown = costs.filter(({ large }) => large.p50 > CHANCE_MS).toSorted((a, b) => growthOf(b) - growthOf(a));
  const [top] = grown;
  if (top) {
    figures.growth = {
      figure: growthOf(top),
      note: `${top.list}, ${top.role}; ${over.length} of ${costs.length} over`,
    };
  }
}

function tasks(jobs: number): string {
  return (jobs * 5).toLocaleString('en');
}

function flag(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}
