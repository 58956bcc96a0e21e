import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, post as postTo, startBenchServer } from './bench-server.mjs';
import { ensureInstalled } from './install.mjs';
import { pathInRoot, root } from './root.mjs';

// `npm run bench -- load` measures the delay until many open screens are up to date while others work (quality 13).
// Options: `--screens N`, `--steps N` a second, `--seconds N`, `--large` (a million tasks), `--crowd` (one page for
// everyone), `--running` (the server on PORT).
const readNumber = (name, fallback) => {
  const found = process.argv.indexOf(`--${name}`);
  return found < 0 ? fallback : Number(process.argv[found + 1]);
};
/** Number of screens, as in a bureau of 45 people with eleven windows each. */
const SCREENS = readNumber('screens', 500);
const STEPS = readNumber('steps', 10);
const SECONDS = readNumber('seconds', 30);
const CROWD = process.argv.includes('--crowd');
const LARGE = process.argv.includes('--large');
const DATA = LARGE ? '.data/bench-load-large' : '.data/bench-load';
const PORT = process.env.PORT ?? '4270';
/** Time after which a change counts as not shown. */
const MAX_WAIT_S = 20;

/** Number of processes for the screens. The other cores are for the measured server. */
const PROCESSES = 2;
/** Pause between two opened screens, because people do not arrive at once in the morning. */
const PAUSE_MS = 20;

const origin = `http://127.0.0.1:${PORT}`;
const post = (path, body, token) => postTo(origin + path, body, token);
await ensureInstalled();
// Imported only now, because it is an installed package.
const { openSourceModules } = await import('./source-modules.mjs');
const vite = await openSourceModules();
const results = await vite.ssrLoadModule(pathInRoot('apps/seed/src/bench/results.ts'));
const load = results.readLoad();
const server = process.argv.includes('--running')
  ? null
  : await startBenchServer({ data: DATA, port: PORT, isLarge: LARGE });
try {
  await measure();
} finally {
  await vite.close();
  server?.kill('SIGTERM');
}
process.exit(0);

/** Signs in everyone of the demo bureau who sees tasks, once each. */
async function signInAll(people) {
  const all = [];
  for (const username of people) {
    const { access_token, permissions } = await post('/api/user/login', { username, password: PASSWORD });
    const seesAllTasks = permissions.some((code) => code.startsWith('npn_view_all'));
    if (seesAllTasks || permissions.includes('npn_view_task')) all.push({ token: access_token, leads: seesAllTasks });
  }
  return all;
}

async function measure() {
  const { PEOPLE } = await vite.ssrLoadModule(pathInRoot('apps/seed/src/demo/tables/people-table.ts'));
  const people = await signInAll(PEOPLE.map(({ username }) => username));
  const admin = people[0].token;
  const kinds = Array.from({ length: SCREENS }, (_, n) => {
    const leaders = people.filter(({ leads: seesAllTasks }) => seesAllTasks);
    const person = CROWD ? leaders[n % leaders.length] : people[n % people.length];
    const lists = person.leads
      ? [{ scope: 'all', page: CROWD ? 1 : 1 + (n % 3), page_size: 50 }]
      : [{ scope: 'mine' }, { scope: 'waiting' }, { scope: 'pool' }];
    return { token: person.token, lists };
  });
  const screens = await openShares(kinds);
  await sleep(8000);
  screens.restart();
  const used = await startProcessorMeasure(screens);
  const made = await moveTasks(screens, admin);
  const processor = await used();
  const { counters: countersAtEnd } = await screens.tell();
  let last = await screens.tell();
  for (let s = 0; s < MAX_WAIT_S && last.waiting > 0; s += 1) {
    await sleep(1000);
    last = await screens.tell();
  }
  const { counters, waiting: neverShown } = last;
  const during = (name) => countersAtEnd[name];
  const rate = (name) => (during(name) / SECONDS).toFixed(1);
  console.log(
    `${SCREENS} screens of ${people.length} people${CROWD ? ', all before the same page' : ''}, ${(made / SECONDS).toFixed(1)} task steps a second for ${SECONDS} s`,
  );
  console.log(
    `fetches a second: ${['begun', 'finished', 'cancelled', 'failed'].map((name) => `${name} ${rate(name)}`).join(', ')}`,
  );
  console.log(
    `answers 5xx: ${during('broken')}; of those finished, ${during('unchanged')} were what the screen had (304)`,
  );
  console.log(`processor, s: ${processor}`);
  console.log(`a fetch took, ms: ${formatPercentiles(counters.took)}`);
  console.log(
    `a list that showed the task was new after, ms: ${formatPercentiles(counters.fresh)} (${counters.fresh.length} lists, ${neverShown} never)`,
  );
  for (const [scope, ages] of Object.entries(counters.freshBy))
    console.log(`  ${scope}: ${formatPercentiles(ages)} (${ages.length})`);
  const cancelled = (100 * during('cancelled')) / Math.max(1, during('begun'));
  // Screens without a single read received no events. No figure is printed, because the bench or the events are broken.
  if (during('begun') === 0 || counters.fresh.length === 0)
    throw new Error('No screen read anything while others worked.');
  if (SCREENS === 500 && STEPS === 10 && !CROWD && server) {
    const on = LARGE ? 'a million tasks' : 'the demo bureau';
    const figures = {
      'load-age': {
        figure: neverShown > 0 ? MAX_WAIT_S * 1000 : getPercentile(counters.fresh, 0.95),
        note: `${on}; p50 ${getPercentile(counters.fresh, 0.5).toFixed(0)}, p99 ${getPercentile(counters.fresh, 0.99).toFixed(0)} ms`,
      },
      'load-failed': {
        figure: during('failed'),
        note: `of ${during('begun')} begun; ${(made / SECONDS).toFixed(1)} task steps a second`,
      },
      'load-cancelled': { figure: cancelled, note: `${rate('begun')} begun, ${rate('finished')} finished a second` },
    };
    console.log(`\n${results.saveFigures(databaseVersion(), load, figures)}`);
  }
  screens.close();
}

/** Opens the screens, each share in its own process. */
async function openShares(kinds) {
  const children = Array.from({ length: PROCESSES }, () =>
    fork(pathInRoot('tools/bench-load-screens.mjs'), { cwd: root }),
  );
  const waitForMessage = (child, key) =>
    new Promise((resolve, reject) => {
      const listen = (message) => {
        if (!(key in message)) return;
        child.off('message', listen);
        resolve(message);
      };
      child.on('message', listen);
      child.once('exit', () => reject(new Error('Screens ended before the measurement did.')));
    });
  await Promise.all(children.map((child) => waitForMessage(child, 'ready')));
  const opened = children.map((child) => waitForMessage(child, 'opened'));
  for (const [share, child] of children.entries()) {
    const ownKinds = kinds.filter((_, n) => n % PROCESSES === share);
    child.send({ open: { origin, kinds: ownKinds, pause_ms: PAUSE_MS * PROCESSES } });
  }
  await Promise.all(opened);
  const all = (message) => children.forEach((child) => child.send(message));
  const tell = async () => {
    const responses = children.map((child) => waitForMessage(child, 'measured'));
    all({ tell: true });
    return (await Promise.all(responses)).reduce(addResults);
  };
  return {
    moved: (task) => all({ moved: { task, at: performance.timeOrigin + performance.now() } }),
    restart: () => all({ restart: true }),
    tell,
    close: () => children.forEach((child) => child.kill()),
  };
}

/** Adds the results of two shares. */
function addResults(one, other) {
  const scopes = new Set([...Object.keys(one.counters.freshBy), ...Object.keys(other.counters.freshBy)]);
  const freshBy = Object.fromEntries(
    [...scopes].map((scope) => [
      scope,
      [...(one.counters.freshBy[scope] ?? []), ...(other.counters.freshBy[scope] ?? [])],
    ]),
  );
  const sums = ['begun', 'finished', 'cancelled', 'unchanged', 'failed', 'broken'].map((key) => [
    key,
    one.counters[key] + other.counters[key],
  ]);
  const lists = ['took', 'fresh'].map((key) => [key, [...one.counters[key], ...other.counters[key]]]);
  const counters = { ...Object.fromEntries([...sums, ...lists]), freshBy };
  return { counters, waiting: one.waiting + other.waiting, used_s: one.used_s + other.used_s };
}

/**
 * Measures processor seconds of the server, its database and the screens from now on. The server's share is missing if
 * another command started the server.
 */
async function startProcessorMeasure(screens) {
  const { readProcessorTime } = await vite.ssrLoadModule(pathInRoot('apps/seed/src/bench/processes.ts'));
  const used = async () => {
    const database = server ? descendants(server.pid) : [];
    const of = (pids) => (readProcessorTime(pids) ?? Number.NaN) / 1e9;
    const { user, system } = process.cpuUsage();
    const { used_s } = await screens.tell();
    const shown = used_s + (user + system) / 1e6;
    return { server: of(server ? [server.pid] : []), database: of(database), screens: shown };
  };
  const before = await used();
  return async () =>
    Object.entries(await used())
      .map(([name, now]) => `${name} ${(now - before[name]).toFixed(1)}`)
      .join(', ');
}

/** Finds the child processes of a process, at any depth. */
function descendants(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Moves open tasks at an even pace: assigns them and undoes the assignment, and corrects tasks that are further. */
async function moveTasks(screens, token) {
  const { results: editors } = await post('/api/task/load', {}, token);
  const status = [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14];
  const tasks = new Map();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { results, total_pages } = await post('/api/task/list', { status, page, page_size: 200 }, token);
    for (const task of results) tasks.set(task.task_id, task);
    pages = total_pages;
  }
  const start = performance.now();
  const pendingMoves = new Set();
  let made = 0;
  for (let n = 0; n < STEPS * SECONDS; n += 1) {
    await sleep(Math.max(0, start + (n * 1000) / STEPS - performance.now()));
    const ids = [...tasks.keys()];
    const task = tasks.get(ids[Math.floor(Math.random() * ids.length)]);
    tasks.delete(task.task_id);
    const move = moveTask(task, editors, token)
      .then((after) => {
        made += 1;
        screens.moved(after);
        tasks.set(after.task_id, after);
      })
      .catch((error) => {
        // Another user can have moved the task first. Any other error is an error of the bench.
        if (error.status !== 409) throw error;
      })
      .finally(() => pendingMoves.delete(move));
    pendingMoves.add(move);
  }
  await Promise.all(pendingMoves);
  return made;
}

async function moveTask({ task_id, version, status, workstream }, editors, token) {
  if (status > 2) {
    const correction = { task_id, version, reason: 'measured', notes: `measured at ${version}` };
    return post('/api/admin/task/update', correction, token);
  }
  if (status === 2) return post('/api/editor/task/update', { task_id, version, action: 'reject' }, token);
  const eligibleEditors = editors.filter(({ workstreams }) => workstreams.includes(workstream));
  const editor = eligibleEditors[Math.floor(Math.random() * eligibleEditors.length)].user_id;
  return (await post('/api/task/assign', { tasks: [{ task_id, version }], editor }, token)).results[0];
}

function databaseVersion() {
  const folder = pathInRoot(DATA, 'postgres');
  return readdirSync(folder)
    .map((name) => /^pg(\d+)$/.exec(name)?.[1])
    .find(Boolean);
}

function getPercentile(times, of) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0;
}

function formatPercentiles(times) {
  return `p50 ${getPercentile(times, 0.5).toFixed(0)}, p95 ${getPercentile(times, 0.95).toFixed(0)}, p99 ${getPercentile(times, 0.99).toFixed(0)}`;
}
