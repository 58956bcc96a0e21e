import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';
import { at, bin, run } from '../root.mjs';
import { sendHostileBodies } from './hostile-bodies.mjs';
import { closeAll, PASSWORD, startAs, startServer } from './servers.mjs';

// `npm run trouble`: servers and their database are killed, stopped, misled and restored while work is added to them; each time it is
// counted what was acknowledged and what is there. `-- --short` is what `npm test` runs.
const WRITERS = 4;

/** Everything a run does, in its order; each answers one line, or throws what went wrong. */
const TROUBLES = [
  { name: 'server killed', meet: killServers },
  { name: 'database killed', meet: killDatabase },
  { name: 'server stopped while people work', meet: stopServer },
  { name: 'backup, restore, verify', meet: backUpAndRestore },
  { name: 'started from a clean folder as another user', meet: startElsewhere },
];
/** Of a short run too many: times that only a quiet machine can tell, and tests that `npm test` runs by themselves. */
const LONG = [
  { name: 'hostile bodies', meet: sendHostileBodies },
  { name: 'large bodies, silence, held records', meet: runTests },
];

/** Runs all of it and returns how many went well and how many did not. */
export async function trouble({ short = false } = {}) {
  const start = performance.now();
  const folder = at('.data', `trouble-${process.pid}`);
  const bureau = {
    folder,
    times: short ? 1 : 20,
    acknowledged: new Set(),
    asked: 0,
    servers: [],
    token: '',
    order: null,
  };
  let failed = 0;
  let passed = 0;
  try {
    await openBureau(bureau);
    for (const { name, meet } of short ? TROUBLES : [...TROUBLES, ...LONG]) {
      const began = performance.now();
      const line = await meet(bureau).catch((error) => error);
      const wrong = line instanceof Error;
      if (wrong) failed += 1;
      else passed += 1;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${wrong ? 'FAIL' : 'ok  '} ${name}: ${wrong ? line.message : line} (${seconds} s)`);
    }
  } finally {
    await closeAll(bureau.servers);
    removeData(folder);
  }
  console.log(`Looked for trouble for ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { passed, failed };
}

async function openBureau(bureau) {
  mkdirSync(bureau.folder, { recursive: true });
  const superuser = spawnSync(
    process.execPath,
    [at('apps/server/dist/server/create-superuser.js'), '--username', 'boss', '--full-name', 'Boss'],
    { cwd: at(), env: envOf(bureau.folder), input: `${PASSWORD}\n`, encoding: 'utf8' },
  );
  if (superuser.status !== 0) throw new Error(superuser.stderr);
  // Two processes of one database: whatever happens to one, the other goes on.
  bureau.servers = await Promise.all([startServer(envOf(bureau.folder)), startServer(envOf(bureau.folder))]);
  const [one] = bureau.servers;
  bureau.token = (await one.call('/api/user/login', { username: 'boss', password: PASSWORD })).access_token;
  const as = (path, body) => one.call(path, body, bureau.token);
  await as('/api/category/add', { type: 'service_type', name: 'Retouching', workstream: 'PTE' });
  const types = await as('/api/category', undefined);
  const service_type_id = Object.values(types.service_types ?? types.service_type)[0].id;
  await as('/api/category/add', { type: 'cat2', name: 'Portrait', level: 1, service_type_id, new_cat1: 'People' });
  const { cat1, cat2 } = await as('/api/category', undefined);
  const customer = await as('/api/customer/detail/add', {
    cus0_name: 'Lumen',
    cus1_name: 'Sydney',
    cus2_names: ['Studio'],
  });
  bureau.order = {
    customer2_id: customer.cus2_list[0].id,
    detail: { service_cat1_id: Object.values(cat1)[0].id, service_cat2_id: Object.values(cat2)[0].id, quantity: 1 },
  };
}

const envOf = (folder) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  DARKROOM_DATA: folder,
  CALL_LIMITS: 'off',
});

/** Adds jobs one after another for as long as `work` runs: each is sent, to either server, until somebody acknowledges it. */
async function whileWorkComes(bureau, work) {
  let ended = false;
  const writer = async () => {
    while (!ended) {
      const job_name = `Job ${(bureau.asked += 1)}`;
      const { customer2_id, detail } = bureau.order;
      const jobs = [{ job_date: '2026-11-20', customer2_id, job_name, job_details: [detail] }];
      // The same key each time: it is one wish, however often it has to be said.
      const key = randomUUID();
      for (let attempt = 0; ; attempt++) {
        const server = bureau.servers[(bureau.asked + attempt) % bureau.servers.length];
        const done = await server.call('/api/job/bulk-add', { jobs }, bureau.token, key).then(
          () => true,
          (error) => {
            if (error.refused) throw error;
            return false;
          },
        );
        if (done) break;
        await sleep(50);
      }
      bureau.acknowledged.add(job_name);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, writer));
  try {
    await work();
  } finally {
    ended = true;
  }
  await writers;
  return countWork(bureau);
}

/** What was acknowledged is there, once, and nothing that nobody asked for. */
async function countWork(bureau, server = bureau.servers[0], token = bureau.token) {
  const names = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { results, total_pages } = await server.call('/api/job/list', { page, page_size: 100 }, token);
    pages = total_pages;
    names.push(...results.map(({ job_name }) => job_name));
  }
  const there = new Set(names);
  const lost = [...bureau.acknowledged].filter((name) => !there.has(name));
  const doubled = names.length - there.size;
  const figures = `${bureau.acknowledged.size} acknowledged, ${names.length} there, ${lost.length} lost, ${doubled} doubled`;
  if (lost.length > 0 || doubled > 0 || there.size !== bureau.acknowledged.size) throw new Error(figures);
  return figures;
}

async function killServers(bureau) {
  const figures = await whileWorkComes(bureau, async () => {
    for (let n = 0; n < bureau.times; n++) {
      await sleep(400);
      await bureau.servers[n % 2].kill();
      bureau.servers[n % 2] = await startServer(envOf(bureau.folder));
    }
  });
  return `${bureau.times} times: ${figures}`;
}

async function killDatabase(bureau) {
  const pid = () => {
    try {
      return Number(readFileSync(`${bureau.folder}/postgres/pg18/postmaster.pid`, 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  };
  const figures = await whileWorkComes(bureau, async () => {
    for (let n = 0; n < bureau.times; n++) {
      await sleep(400);
      const killed = pid();
      if (killed > 1) process.kill(killed, 'SIGKILL');
      for (const server of bureau.servers) await server.ready();
    }
  });
  return `${bureau.times} times: ${figures}`;
}

async function stopServer(bureau) {
  let seconds = 0;
  const figures = await whileWorkComes(bureau, async () => {
    await sleep(400);
    const began = performance.now();
    const code = await bureau.servers[1].stop();
    seconds = (performance.now() - began) / 1000;
    if (code !== 0) throw new Error(`it ended with ${code}`);
    if (seconds > 15) throw new Error(`it took ${seconds.toFixed(1)} s`);
    bureau.servers[1] = await startServer(envOf(bureau.folder));
  });
  return `ended after ${seconds.toFixed(1)} s; ${figures}`;
}

/** What has tests of its own, each with its measure: strangers' bodies, a database that goes silent or away, records that are held. */
async function runTests() {
  const files = ['hostile-bodies', 'outage', 'held-record', 'two-processes'].map(
    (name) => `apps/server/src/conformance/${name}`,
  );
  const [node, vitest] = bin('vitest/vitest.mjs');
  const { code, output } = await run(node, [vitest, 'run', '--project=server', ...files], { quiet: true });
  if (code !== 0) throw new Error(output);
  return `${files.length} files of tests`;
}

async function backUpAndRestore(bureau) {
  const backups = `${bureau.folder}/backups`;
  const command = async (name, args, folder) => {
    const { code, output } = await run(process.execPath, [at('apps/server/dist/server', `${name}.js`), ...args], {
      quiet: true,
      env: envOf(folder),
    });
    if (code !== 0) throw new Error(`${name}: ${output.trim().split('\n').at(-1)}`);
  };
  await whileWorkComes(bureau, () => command('backup', ['--to', backups], bureau.folder));
  const whileBusy = `${backups}/${readdirSync(backups)[0]}`;
  rmSync(whileBusy);
  await Promise.all([
    command('verify', [], bureau.folder),
    // Of a bureau that rests: every job of it has to come back.
    command('backup', ['--to', backups], bureau.folder),
  ]);
  const again = `${bureau.folder}-again`;
  try {
    await command('restore', [`${backups}/${readdirSync(backups)[0]}`], again);
    const restored = await startServer(envOf(again));
    try {
      const { access_token } = await restored.call('/api/user/login', { username: 'boss', password: PASSWORD });
      return `restored: ${await countWork(bureau, restored, access_token)}`;
    } finally {
      await restored.stop();
    }
  } finally {
    removeData(again);
  }
}

async function startElsewhere(bureau) {
  if (process.getuid?.() !== 0) return 'left out: only root can start something as somebody else';
  return startAs('nobody', { ...envOf(bureau.folder), DARKROOM_DATA: 'data' });
}

function removeData(folder) {
  // Of root's, the database may lie elsewhere, behind a link.
  const postgres = `${folder}/postgres`;
  if (existsSync(postgres))
    spawnSync('rm', ['-rf', spawnSync('realpath', [postgres], { encoding: 'utf8' }).stdout.trim()]);
  rmSync(folder, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  await build(['server']);
  const { failed } = await trouble({ short: process.argv.includes('--short') });
  process.exitCode = failed > 0 ? 1 : 0;
}
