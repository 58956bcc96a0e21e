import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasHaproxy, readMachineTime, startServers } from './bench-load-servers.mjs';
import { PASSWORD, seedBureau } from './bench-server.mjs';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { exitWithError, pathInRoot, root } from './root.mjs';

// `npm run bench -- load` measures the delay until many open screens are up to date while others work (quality 13).
// Options: `--servers N` (processes behind HAProxy; one of them is killed in the middle), `--screens N`, `--customers N` (of the screens),
// `--steps N` a second, `--seconds N`, `--no-kill`, `--large` (a million tasks), `--crowd` (one page for everyone), `--running` (the server
// on PORT).
const readNumber = (name, fallback) => {
  const found = process.argv.indexOf(`--${name}`);
  return found < 0 ? fallback : Number(process.argv[found + 1]);
};
const SERVERS = readNumber('servers', 1);
const SEVERAL = SERVERS > 1;
/** Number of screens, as in a bureau of 45 people with eleven windows each, for each server process. */
const SCREENS = readNumber('screens', 500 * SERVERS);
const CUSTOMERS = readNumber('customers', SEVERAL ? SCREENS / 10 : 0);
const STEPS = readNumber('steps', 10 * SERVERS);
const SECONDS = readNumber('seconds', SEVERAL ? 120 : 30);
const KILLS = SEVERAL && !process.argv.includes('--no-kill');
const CROWD = process.argv.includes('--crowd');
const LARGE = process.argv.includes('--large');
const DATA = LARGE ? '.data/bench-load-large' : '.data/bench-load';
/** Number of windows of a person. More screens need more people. */
const WINDOWS = 11;
/** Time after which a change counts as not shown. */
const MAX_WAIT_S = SEVERAL ? 60 : 20;
/** Time limit for the lists that are read in turns. Many screens take long turns. */
const MAX_OUTDATED_S = 240;
/** Attempts of a task step, within half a minute. */
const MAX_ATTEMPTS = 15;

/** Number of processes for the screens. The other cores are for the measured server. */
const PROCESSES = 2;
/** Pause between two opened screens, because people do not arrive at once in the morning. */
const PAUSE_MS = 20;

if (SEVERAL && !hasHaproxy()) exitWithError('HAProxy is missing. Install it: apt-get install haproxy');
await ensureInstalled();
// Imported only now, because it is an installed package.
const { openSourceModules } = await import('./source-modules.mjs');
const vite = await openSourceModules();
const loadBench = (name) => vite.ssrLoadModule(pathInRoot('apps/seed/src', name));
const results = await loadBench('bench/results.ts');
const load = results.readMachineLoad();
const servers = process.argv.includes('--running') ? null : await startBureau();
const origin = servers?.origin ?? `http://127.0.0.1:${process.env.PORT ?? '4270'}`;
/** Requests of the task steps without a response, or with one of 500 or more. They are repeated with their key. */
let failedSteps = 0;
try {
  await measure();
} finally {
  await vite.close();
  await servers?.stop();
}
process.exit(0);

async function startBureau() {
  await build(['server']);
  delete process.env.DATABASE_URL;
  const env = { NODE_ENV: 'test', DARKROOM_DATA: DATA, CALL_LIMITS: 'off', TRUST_PROXY: '1' };
  await seedBureau(env, LARGE);
  // Production mode. In other modes, each list that is sent as text is parsed and checked again.
  return startServers(await loadBench('bench/processes.ts'), SERVERS, { ...env, NODE_ENV: 'production' });
}

async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  if (token) headers.authorization = `Bearer ${token}`;
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => null,
    );
    if (response?.ok) return response.json();
    const isTransient = !response || response.status >= 500;
    if (isTransient) failedSteps += 1;
    if (!isTransient || attempt === MAX_ATTEMPTS)
      throw Object.assign(new Error(`${path}: ${await response?.text()}`), { status: response?.status });
    await sleep(250 * attempt);
  }
}

/** Signs in everyone of the demo bureau who sees tasks, once each. */
async function signInAll(people) {
  const all = [];
  for (const username of people) {
    const { access_token, permissions } = await post('/api/user/login', { username, password: PASSWORD });
    const seesAllTasks = permissions.some((code) => code.startsWith('npn_view_all'));
    if (seesAllTasks || permissions.includes('npn_view_task'))
      all.push({ username, token: access_token, leads: seesAllTasks });
  }
  return all;
}

/** Adds colleagues with the groups of these people until everyone has at most eleven windows. */
async function addColleagues(people, admin) {
  const { results: members } = await post('/api/staff/list', { page_size: 200 }, admin);
  const all = [...people];
  while (all.length * WINDOWS < SCREENS - CUSTOMERS) {
    const { username, leads } = people[1 + (all.length % (people.length - 1))];
    const { full_name, gender, birthday, group_id, teams } = members.find((member) => member.username === username);
    const own = await post('/api/staff/suggest', { full_name }, admin);
    const home = { address: 'Hà Nội', residence_id: `${all.length}`, residence_address: 'Hà Nội' };
    const contact = {
      ...home,
      email: `${own.username}@darkroom.example`,
      phone_number: `09${10_000_000 + all.length}`,
    };
    const member = { ...own, ...contact, full_name, gender, birthday, group_id, teams: teams.map(({ id }) => id) };
    const { one_time_password } = await post('/api/staff/add', member, admin);
    const session = await post('/api/user/login', { username: own.username, password: one_time_password });
    const change = { current_password: one_time_password, new_password: `${PASSWORD}-${all.length}` };
    const { access_token } = await post('/api/user/change-password', change, session.access_token);
    all.push({ username: own.username, token: access_token, leads });
  }
  return all;
}

/** Signs in every customer with access to the portal. */
async function signInCustomers() {
  const { listPortalUsernames } = await loadBench('demo/customers.ts');
  const tokens = [];
  for (const username of new Set(listPortalUsernames()))
    tokens.push((await post('/api/user/login', { username, password: PASSWORD })).access_token);
  return tokens;
}

async function measure() {
  const { PEOPLE } = await loadBench('demo/tables/people-table.ts');
  const signedIn = await signInAll(PEOPLE.map(({ username }) => username));
  const admin = signedIn[0].token;
  const people = SEVERAL ? await addColleagues(signedIn, admin) : signedIn;
  const leaders = people.filter(({ leads }) => leads);
  const customers = CUSTOMERS > 0 ? await signInCustomers() : [];
  const kinds = Array.from({ length: SCREENS }, (_, n) => {
    // Spread over all screens.
    const customer = Math.floor(((n + 1) * CUSTOMERS) / SCREENS);
    if (customer > Math.floor((n * CUSTOMERS) / SCREENS))
      return { token: customers[customer % customers.length], lists: [] };
    const person = CROWD ? leaders[n % leaders.length] : people[(n - customer) % people.length];
    const lists = person.leads
      ? [{ scope: 'all', page: CROWD ? 1 : 1 + (n % 3), page_size: 50 }]
      : [{ scope: 'mine' }, { scope: 'waiting' }, { scope: 'pool' }];
    return { token: person.token, lists };
  });
  const screens = await openShares(kinds);
  await sleep(8000);
  screens.restart();
  failedSteps = 0;
  const startUse = await readUse(screens);
  const startMemory = servers?.readMemory();
  const work = moveTasks(screens, admin);
  let atKill = null;
  if (KILLS) {
    await sleep((SECONDS / 2) * 1000);
    atKill = { ...(await screens.tell()).counters, failedSteps, memory: servers.readMemory() };
    servers.killOne();
  }
  const made = await work;
  const endUse = await readUse(screens);
  const endMemory = servers?.readMemory();
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
    `${SCREENS} screens of ${people.length} people and ${customers.length} customers${CROWD ? ', all before the same page' : ''}, ${SERVERS} server processes, ${(made / SECONDS).toFixed(1)} task steps a second for ${SECONDS} s`,
  );
  console.log(
    `fetches a second: ${['begun', 'finished', 'cancelled', 'failed'].map((name) => `${name} ${rate(name)}`).join(', ')}`,
  );
  console.log(
    `answers 5xx: ${during('broken')}; of those finished, ${during('unchanged')} were what the screen had (304)`,
  );
  console.log(`events a second: ${rate('events')}; lists fetched twice for one change: ${during('repeated')}`);
  const used = Object.entries(endUse).map(([name, seconds]) => `${name} ${(seconds - startUse[name]).toFixed(1)}`);
  console.log(`processor, s: ${used.join(', ')}`);
  if (servers) console.log(`memory, MB: at the start ${startMemory.join(', ')}; at the end ${endMemory.join(', ')}`);
  console.log(`a fetch took, ms: ${formatPercentiles(counters.took)}`);
  console.log(
    `a list that showed the task was new after, ms: ${formatPercentiles(counters.fresh)} (${counters.fresh.length} lists, ${neverShown} never)`,
  );
  for (const [scope, ages] of Object.entries(counters.freshBy))
    console.log(`  ${scope}: ${formatPercentiles(ages)} (${ages.length})`);
  const outdated = SEVERAL ? await waitUntilCurrent(screens) : 0;
  if (KILLS)
    console.log(
      `before the kill, failed: ${atKill.failed} fetches, ${atKill.failedSteps} steps; after it: ${during('failed') - atKill.failed} fetches, ${failedSteps - atKill.failedSteps} steps. ${counters.reconnected.length} streams were back after, ms: ${formatPercentiles(counters.reconnected)}`,
    );
  const cancelled = (100 * during('cancelled')) / Math.max(1, during('begun'));
  // Screens without a single read received no events. No figure is printed, because the bench or the events are broken.
  if (during('begun') === 0 || counters.fresh.length === 0)
    throw new Error('No screen read anything while others worked.');
  const age = neverShown > 0 ? MAX_WAIT_S * 1000 : getPercentile(counters.fresh, 0.95);
  const percentiles = `p50 ${getPercentile(counters.fresh, 0.5).toFixed(0)}, p99 ${getPercentile(counters.fresh, 0.99).toFixed(0)} ms`;
  const stepsNote = `of ${during('begun')} begun; ${(made / SECONDS).toFixed(1)} task steps a second`;
  const save = (figures) => console.log(`\n${results.saveFigures(databaseVersion(), load, figures)}`);
  if (SCREENS === 500 && STEPS === 10 && SERVERS === 1 && CUSTOMERS === 0 && !CROWD && servers) {
    const on = LARGE ? 'a million tasks' : 'the demo bureau';
    save({
      'load-age': { figure: age, note: `${on}; ${percentiles}` },
      'load-failed': { figure: during('failed'), note: stepsNote },
      'load-cancelled': { figure: cancelled, note: `${rate('begun')} begun, ${rate('finished')} finished a second` },
    });
  }
  if (SCREENS === 1500 && STEPS === 30 && SERVERS === 3 && KILLS && !LARGE && !CROWD) {
    const kept = startMemory.map((memory, n) => (atKill.memory[n] ?? 0) / memory);
    save({
      'streams-age': { figure: age, note: percentiles },
      'streams-repeated': { figure: during('repeated'), note: stepsNote },
      'streams-failed': {
        figure: atKill.failed + atKill.failedSteps,
        note: `after the kill ${during('failed') - atKill.failed + failedSteps - atKill.failedSteps}`,
      },
      'streams-lost': {
        figure: outdated + neverShown,
        note: `${counters.reconnected.length} streams were back after a kill`,
      },
      'streams-memory': { figure: Math.max(...kept), note: `MB: ${startMemory.join(', ')} to ${endMemory.join(', ')}` },
    });
  }
  screens.close();
}

/** Waits until every list shows what the server has, and returns the number of those that do not. */
async function waitUntilCurrent(screens) {
  const startedAt = performance.now();
  for (;;) {
    const outdated = await screens.countOutdated();
    const seconds = (performance.now() - startedAt) / 1000;
    if (outdated > 0 && seconds < MAX_OUTDATED_S) {
      await sleep(5000);
      continue;
    }
    console.log(`lists that differ from the server ${seconds.toFixed(0)} s after the last step: ${outdated}`);
    return outdated;
  }
}

/** Opens the screens, each share in its own process. */
async function openShares(kinds) {
  const children = Array.from({ length: PROCESSES }, () =>
    fork(pathInRoot('tools/bench-load-screens.mjs'), { cwd: root }),
  );
  const waitForMessage = (child, key) =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('Screens ended before the measurement did.'));
      const listen = (message) => {
        if (!(key in message)) return;
        child.off('message', listen).off('exit', onExit);
        resolve(message);
      };
      child.on('message', listen).once('exit', onExit);
    });
  await Promise.all(children.map((child) => waitForMessage(child, 'ready')));
  const opened = children.map((child) => waitForMessage(child, 'opened'));
  for (const [share, child] of children.entries()) {
    const ownKinds = kinds.filter((_, n) => n % PROCESSES === share);
    child.send({ open: { origin, kinds: ownKinds, pause_ms: PAUSE_MS * PROCESSES } });
  }
  await Promise.all(opened);
  const all = (message) => children.forEach((child) => child.send(message));
  const ask = (question, answer) => {
    const responses = children.map((child) => waitForMessage(child, answer));
    all({ [question]: true });
    return Promise.all(responses);
  };
  const tell = async () => (await ask('tell', 'measured')).reduce(addResults);
  return {
    moved: (task) => all({ moved: { task, at: performance.timeOrigin + performance.now() } }),
    restart: () => all({ restart: true }),
    tell,
    countOutdated: async () => {
      const counts = await ask('compare', 'outdated');
      return counts.reduce((sum, { outdated }) => sum + outdated, 0);
    },
    pids: children.map(({ pid }) => pid),
    close: () => children.forEach((child) => child.kill()),
  };
}

/** Adds the results of two shares: numbers are summed, lists joined. */
function addResults(one, other) {
  if (Array.isArray(one)) return [...one, ...other];
  if (typeof one !== 'object') return one + other;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const add = (key) => (key in one && key in other ? addResults(one[key], other[key]) : (one[key] ?? other[key]));
  return Object.fromEntries([...keys].map((key) => [key, add(key)]));
}

/**
 * Reads the processor seconds of each process until now, and of all others. The servers are among the others if another command started
 * them.
 */
async function readUse(screens) {
  const { readProcessorTime } = await loadBench('bench/processes.ts');
  const generators = screens.pids.map((pid, n) => [`screens ${n + 1}`, (readProcessorTime([pid]) ?? Number.NaN) / 1e9]);
  const steps = (readProcessorTime([process.pid]) ?? Number.NaN) / 1e9;
  const use = { ...servers?.readUse(), ...Object.fromEntries(generators), steps };
  return { ...use, others: readMachineTime() - Object.values(use).reduce((sum, seconds) => sum + seconds, 0) };
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
    // Every task waits for its step.
    if (ids.length === 0) continue;
    const task = tasks.get(ids[Math.floor(Math.random() * ids.length)]);
    tasks.delete(task.task_id);
    const move = moveTask(task, editors, token)
      .then((after) => {
        made += 1;
        screens.moved(after);
        tasks.set(after.task_id, after);
      })
      .catch((error) => {
        // Another user can have moved the task first. A server that stays unreachable is in the number of failed steps. Any other error is
        // an error of the bench.
        const isUnreachable = error.status === undefined || error.status >= 500;
        if (error.status !== 409 && !isUnreachable) throw error;
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
