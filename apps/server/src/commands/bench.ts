import { endpoints } from '@darkroom/contract/endpoints';
import type { Task } from '@darkroom/contract/task';
import { ALLOWANCES, measureAllowances } from '../bench/allowances.ts';
import { makeBureau, type Bureau } from '../bench/bureau.ts';
import { ASKED_LISTS } from '../bench/lists.ts';
import { measureList, median, type Cost } from '../bench/measure.ts';
import { rolesOf, ROLES } from '../bench/roles.ts';
import { byRole, growth, inFull, ofBare, table } from '../bench/tables.ts';
import { startTestServer } from '../testing/test-server.ts';

// `npm run bench`: what each list costs each role at 10,000 and at 1,000,000 tasks, through HTTP on a real PostgreSQL, side by
// side in one run (quality 13, 14), beside a bare server that runs the same SQL. The work must grow with the page, not with
// the table. `-- --jobs N` takes another large size, `--rounds N` more or fewer calls, `--only PATTERN` the lists so named.

const SMALL_JOBS = 2_000;
const LARGE_JOBS = Number(flag('jobs') ?? 200_000);
const ROUNDS = Number(flag('rounds') ?? 30);
const ONLY = new RegExp(flag('only') ?? '');
/** Most that a list may cost in the large bureau, of what it costs in the small one. */
const LIMIT = 2;
/** Least that a list keeps of the bare server's speed. */
const OF_BARE = 0.75;

const server = await startTestServer();
const bureaus: Bureau[] = [];
try {
  const lists = ASKED_LISTS.filter(({ name }) => ONLY.test(name));
  if (lists.length > 0) await measureLists(lists);
  if (ONLY.test(ALLOWANCES)) console.log(`\n${await measureAllowances(server, ROUNDS)}`);
} finally {
  for (const bureau of bureaus) await bureau.close();
  await server.stop();
}

async function measureLists(lists: typeof ASKED_LISTS): Promise<void> {
  const small = await makeBureau(server, 'small', SMALL_JOBS);
  bureaus.push(small);
  const large = await makeBureau(server, 'large', LARGE_JOBS, small.busiest);
  bureaus.push(large);
  const costs: Cost[] = [];
  for (const list of lists) {
    console.log(`measuring ${list.name}`);
    for (const role of rolesOf(list.endpoint)) costs.push(await measureList(list, role, [small, large], ROUNDS));
  }
  report(costs);
  console.log(`\n${await measureSteps(bureaus)}`);
}

function flag(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

function report(costs: readonly Cost[]): void {
  const tasks = (jobs: number) => (jobs * 5).toLocaleString('en');
  console.log(
    `\nMedians of ${ROUNDS} calls. ${tasks(LARGE_JOBS)} tasks to ${tasks(SMALL_JOBS)}, per role (* rows differ):\n`,
  );
  console.log(byRole(costs, growth));
  console.log(`\nThe bare server to ours at ${tasks(LARGE_JOBS)} tasks, per role:\n`);
  console.log(byRole(costs, ofBare));
  const over = costs.filter(({ small, large }) => large / small > LIMIT);
  console.log(
    `\n${over.length} of ${costs.length} cost more than ${LIMIT}×${over.length ? `, ms:\n\n${inFull(over)}` : ''}`,
  );
  const slow = costs.filter(({ large, bareLarge }) => bareLarge / large < OF_BARE);
  console.log(
    `\n${slow.length} keep less than ${OF_BARE} of the bare server${slow.length ? `, ms:\n\n${inFull(slow)}` : ''}`,
  );
}

/** One step of a task: taking it. */
async function measureSteps(all: readonly Bureau[]): Promise<string> {
  const lines = [];
  for (const { name, as } of all) {
    const { call, known } = as(ROLES[0]?.username ?? '');
    const { results } = await call<{ results: Task[] }>(endpoints.task.list, {
      status: [1],
      workstream: 'PTE',
      page_size: ROUNDS,
    });
    const { results: editors } = await call<{ results: { user_id: number; workstreams: string[] }[] }>(
      endpoints.task.load,
      {},
    );
    const editor = editors.find(({ workstreams }) => workstreams.includes('PTE'))?.user_id ?? known.editor;
    const times = [];
    for (const { task_id, version } of results) {
      const start = performance.now();
      await call(endpoints.task.assign, { tasks: [{ task_id, version }], editor });
      times.push(performance.now() - start);
    }
    lines.push([`assign one task (${name})`, median(times).toFixed(2), Math.max(...times).toFixed(2)]);
  }
  return table(['step, ms', 'median', 'slowest'], lines);
}
