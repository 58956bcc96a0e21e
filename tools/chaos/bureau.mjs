import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathInRoot, run } from '../root.mjs';
import { startServer } from './servers.mjs';

// A bureau for the chaos scenarios: its servers, a writer that adds jobs, and a count of the stored jobs.

/** Password of the only account. */
export const PASSWORD = 'a quiet darkroom';
const WRITERS = 4;
/** Time limit for every response: the limit of a statement with some reserve. */
const MAX_ANSWER_MS = 60_000;

/** Creates the environment of a server in a folder. `databaseUrl` names an external PostgreSQL. */
export const createEnv = (folder, databaseUrl) => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  HOST: '127.0.0.1',
  DARKROOM_DATA: folder,
  CALL_LIMITS: 'off',
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

/**
 * Creates a bureau with its superuser, the given number of servers on one database, and the records that a job needs.
 */
export async function openBureau(folder, { servers = 1, databaseUrl, env: settings = {} } = {}) {
  mkdirSync(folder, { recursive: true });
  const env = { ...createEnv(folder, databaseUrl), ...settings };
  await runCommand('create-superuser', ['--username', 'boss', '--full-name', 'Boss'], env, `${PASSWORD}\n`);
  const bureau = {
    folder,
    env,
    acknowledged: new Set(),
    refusals: new Map(),
    /** Longest time in ms from the first attempt to the acknowledgement of a job. */
    slowest: 0,
    asked: 0,
    servers: [],
    token: '',
    order: null,
  };
  // Several processes on one database. When one fails, the others continue.
  bureau.servers = await Promise.all(Array.from({ length: servers }, () => startServer(env)));
  const [one] = bureau.servers;
  bureau.token = await signIn(one);
  const callAsBoss = (path, body) => one.call(path, body, bureau.token);
  await callAsBoss('/api/category/add', { type: 'service_type', name: 'Retouching', workstream: 'PTE' });
  const types = await callAsBoss('/api/category', undefined);
  const service_type_id = Object.values(types.service_types ?? types.service_type)[0].id;
  await callAsBoss('/api/category/add', {
    type: 'cat2',
    name: 'Portrait',
    level: 1,
    service_type_id,
    new_cat1: 'People',
  });
  const { cat1, cat2 } = await callAsBoss('/api/category', undefined);
  const customer = await callAsBoss('/api/customer/detail/add', {
    cus0_name: 'Lumen',
    cus1_name: 'Sydney',
    cus2_names: ['Studio'],
  });
  bureau.order = {
    customer2_id: customer.cus2_list[0].id,
    detail: { service_cat1_id: Object.values(cat1)[0].id, service_cat2_id: Object.values(cat2)[0].id, quantity: 1 },
  };
  return bureau;
}

export const signIn = async (server) =>
  (await server.call('/api/user/login', { username: 'boss', password: PASSWORD })).access_token;

/** Runs one of the built commands (`backup`, `restore`, …). Throws its last line when it fails. */
export async function runCommand(name, args, env, input) {
  const program = [pathInRoot('apps/server/dist/server', `${name}.js`), ...args];
  const { code, output } = await run(process.execPath, program, { quiet: true, env, input });
  if (code !== 0) throw new Error(`${name}: ${output.trim().split('\n').at(-1)}`);
}

/** Adds one job. Sends the job to any server until one acknowledges it. */
async function addJob(bureau) {
  const job_name = `Job ${(bureau.asked += 1)}`;
  const { customer2_id, detail } = bureau.order;
  // Jobs of one day get their numbers one after the other, so the days differ, as those of real orders do.
  const job_date = `2026-11-${String(1 + (bureau.asked % 28)).padStart(2, '0')}`;
  const jobs = [{ job_date, customer2_id, job_name, job_details: [detail] }];
  // All attempts have the same key, so that the job is added once.
  const key = randomUUID();
  const startedAt = performance.now();
  const until = startedAt + MAX_ANSWER_MS;
  for (let attempt = 0; ; attempt++) {
    const server = bureau.servers[(bureau.asked + attempt) % bureau.servers.length];
    const error = await server.call('/api/job/bulk-add', { jobs }, bureau.token, key).then(
      () => null,
      (reason) => reason,
    );
    if (!error) break;
    if (error.refused || performance.now() > until) throw error;
    bureau.refusals.set(error.code ?? 'nobody', (bureau.refusals.get(error.code ?? 'nobody') ?? 0) + 1);
    await sleep(50);
  }
  bureau.acknowledged.add(job_name);
  bureau.slowest = Math.max(bureau.slowest, performance.now() - startedAt);
}

/** Adds jobs while `work` runs, with a pause after each one, and counts them afterwards. */
export async function runWhileAddingJobs(bureau, work, { writers: count = WRITERS, pauseMs = 0 } = {}) {
  let ended = false;
  const writer = async () => {
    while (!ended) {
      await addJob(bureau);
      if (pauseMs > 0) await sleep(pauseMs * (0.5 + Math.random()));
    }
  };
  const writers = Promise.all(Array.from({ length: count }, writer));
  // Awaited below. Until then, a failure must not end the process.
  writers.catch(() => undefined);
  try {
    await work();
  } finally {
    ended = true;
  }
  await writers;
  return countJobs(bureau);
}

/** Checks that every acknowledged job is stored once, and that no other job is stored. */
export async function countJobs(bureau, server = bureau.servers[0], token = bureau.token) {
  const names = await jobNames(server, token);
  const storedNames = new Set(names);
  const lost = [...bureau.acknowledged].filter((name) => !storedNames.has(name));
  const duplicates = names.length - storedNames.size;
  const figures = `${bureau.acknowledged.size} acknowledged, ${names.length} stored, ${lost.length} lost, ${duplicates} stored twice`;
  if (lost.length > 0 || duplicates > 0 || storedNames.size !== bureau.acknowledged.size) throw new Error(figures);
  return figures;
}

/** Returns the names of all jobs of a bureau. */
export async function jobNames(server, token) {
  const names = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { results, total_pages } = await server.call('/api/job/list', { page, page_size: 100 }, token);
    pages = total_pages;
    names.push(...results.map(({ job_name }) => job_name));
  }
  return names;
}

/** Removes a data folder and its database. */
export function removeData(folder) {
  // For root, the database can be in another folder, behind a link.
  const postgres = `${folder}/postgres`;
  if (existsSync(postgres))
    spawnSync('rm', ['-rf', spawnSync('realpath', [postgres], { encoding: 'utf8' }).stdout.trim()]);
  rmSync(folder, { recursive: true, force: true });
}
