import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';
import { pathInRoot, getBinCommand, exitWithError, run } from '../root.mjs';
import { runCommand, countJobs, createEnv, openBureau, removeData, signIn, runWhileAddingJobs } from './bureau.mjs';
import { readPostmasterId } from './cluster.mjs';
import { fillDisk } from './disk-full.mjs';
import { checkFailedStarts } from './failed-starts.mjs';
import { failOver } from './failover.mjs';
import { stopWhileHeld } from './held-request.mjs';
import { makeReplicaLate } from './late-replica.mjs';
import { sendHostileBodies } from './hostile-bodies.mjs';
import { checkWrongOptions } from './wrong-options.mjs';
import { checkTwoServers } from './two-servers.mjs';
import { closeAll, startAsUser, startServer } from './servers.mjs';
import { upgrade } from './upgrade.mjs';

// `npm run chaos` kills, stops, fills up, upgrades and restores servers and their database while jobs are added. Each
// scenario counts acknowledged and stored jobs. `npm run test:full` runs `-- --short`.

/** Scenarios of the shared bureau, in this order. Each returns one line, or throws the error. */
const SCENARIOS = [
  { name: 'server killed', meet: killServers },
  { name: 'database killed', meet: killDatabase },
  { name: 'server stopped while people work', meet: stopServer },
  { name: 'two servers behind one address', meet: checkTwoServers },
  { name: 'backup, restore, verify', meet: backUpAndRestore },
  { name: 'started from a clean folder as another user', meet: startAsOtherUser },
];
/** Scenarios with their own bureaus and databases, the longest first. */
const SEPARATE_SCENARIOS = [
  {
    name: 'failover of a database cluster',
    meet: ({ short }) => failOver({ short, print: short ? undefined : console.log }),
  },
  { name: 'failed starts', meet: checkFailedStarts },
  { name: 'commands with wrong options', meet: checkWrongOptions },
  { name: 'late replica', meet: makeReplicaLate },
  { name: 'upgrade', meet: upgrade },
  { name: 'disk full', meet: () => fillDisk() },
];
/**
 * Scenarios that a short run skips: repetitions, times that need a quiet machine, and tests that `npm run test:full`
 * runs separately.
 */
const LONG_SCENARIOS = [
  { name: 'server stopped in the middle of a request', meet: stopWhileHeld },
  { name: 'disk full under a separate PostgreSQL', meet: () => fillDisk({ external: true }) },
  { name: 'hostile bodies', meet: sendHostileBodies },
  { name: 'large bodies, silence, held records', meet: runOwnTests },
];

/**
 * Runs all scenarios and prints each result when the scenario has ended. Returns the numbers of passed and failed
 * scenarios.
 */
export async function runScenarios({ short = false, only = '', say: print = console.log } = {}) {
  const start = performance.now();
  const folder = pathInRoot('.data', `chaos-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  let bureau;
  let failed = 0;
  let passed = 0;
  /** Takes scenarios from the front of a list that several lanes share. */
  const runAll = async (scenarios) => {
    for (let next = scenarios.shift(); next; next = scenarios.shift()) {
      const { name, meet } = next;
      const startedAt = performance.now();
      const line = await meet(bureau).catch((error) => error);
      const hasFailed = line instanceof Error;
      if (hasFailed) failed += 1;
      else passed += 1;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      print(`${hasFailed ? 'FAIL' : 'ok  '} ${name}: ${hasFailed ? line.message : line} (${seconds} s)`);
    }
  };
  try {
    bureau = Object.assign(await openBureau(folder, { servers: 2 }), { short, times: short ? 1 : 20 });
    const selected = (scenarios) => scenarios.filter(({ name }) => name.includes(only));
    const separate = selected(SEPARATE_SCENARIOS);
    // Both lists mostly wait for processes, so a short run does them in parallel. A long run does one after the other,
    // so that each has correct times.
    if (short) await Promise.all([runAll(selected(SCENARIOS)).then(() => runAll(separate)), runAll(separate)]);
    else await runAll([...selected(SCENARIOS), ...separate, ...selected(LONG_SCENARIOS)]);
  } finally {
    await closeAll(bureau?.servers ?? []);
    removeData(folder);
  }
  print(`Ran for ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { passed, failed };
}

async function killServers(bureau) {
  const figures = await runWhileAddingJobs(bureau, async () => {
    for (let n = 0; n < bureau.times; n++) {
      await sleep(400);
      await bureau.servers[n % 2].kill();
      bureau.servers[n % 2] = await startServer(bureau.env);
    }
  });
  return `${bureau.times} times: ${figures}`;
}

async function killDatabase(bureau) {
  const figures = await runWhileAddingJobs(bureau, async () => {
    for (let n = 0; n < bureau.times; n++) {
      await sleep(400);
      const killed = readPostmasterId(`${bureau.folder}/postgres/pg18`);
      if (killed > 1) process.kill(killed, 'SIGKILL');
      for (const server of bureau.servers) await server.ready();
    }
  });
  return `${bureau.times} times: ${figures}`;
}

async function stopServer(bureau) {
  let seconds = 0;
  const figures = await runWhileAddingJobs(bureau, async () => {
    await sleep(400);
    const startedAt = performance.now();
    const code = await bureau.servers[1].stop();
    seconds = (performance.now() - startedAt) / 1000;
    if (code !== 0) throw new Error(`it ended with ${code}`);
    if (seconds > 15) throw new Error(`it took ${seconds.toFixed(1)} s`);
    bureau.servers[1] = await startServer(bureau.env);
  });
  return `ended after ${seconds.toFixed(1)} s; ${figures}`;
}

/**
 * Runs the tests with their own measurements: hostile bodies, a database that stops responding or ends, locked records.
 */
async function runOwnTests() {
  const files = ['hostile-bodies', 'outage', 'locked-record', 'two-processes'].map(
    (name) => `apps/server/src/conformance/${name}`,
  );
  const [node, vitest] = getBinCommand('vitest/vitest.mjs');
  const { code, output } = await run(node, [vitest, 'run', '--project=server', ...files], { quiet: true });
  if (code !== 0) throw new Error(output);
  return `${files.length} test files passed`;
}

async function backUpAndRestore(bureau) {
  const backups = `${bureau.folder}/backups`;
  await runWhileAddingJobs(bureau, () => runCommand('backup', ['--to', backups], bureau.env));
  rmSync(`${backups}/${readdirSync(backups)[0]}`);
  await Promise.all([
    runCommand('verify', [], bureau.env),
    // Written while no job is added, so that every job must be restored.
    runCommand('backup', ['--to', backups], bureau.env),
  ]);
  const restoredFolder = `${bureau.folder}-again`;
  try {
    await runCommand('restore', [`${backups}/${readdirSync(backups)[0]}`], createEnv(restoredFolder));
    const restored = await startServer(createEnv(restoredFolder));
    try {
      return `restored: ${await countJobs(bureau, restored, await signIn(restored))}`;
    } finally {
      await restored.stop();
    }
  } finally {
    removeData(restoredFolder);
  }
}

async function startAsOtherUser(bureau) {
  if (process.getuid?.() !== 0) return 'SKIPPED: only root can start a server as another user';
  return startAsUser('nobody', { ...bureau.env, DARKROOM_DATA: 'data' });
}

const USAGE = 'npm run chaos -- [--short] [--only=PART-OF-A-NAME]';

/** Reads the options of the command line. An unknown option ends the command before anything is killed. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        help: { type: 'boolean', default: false },
      },
    });
    const names = [...SCENARIOS, ...SEPARATE_SCENARIOS, ...(values.short ? [] : LONG_SCENARIOS)].map(
      ({ name }) => name,
    );
    const selected = names.filter((name) => name.includes(values.only));
    if (selected.length === 0)
      throw new Error(`No scenario has a name like ${values.only}. Names: ${names.join(', ')}`);
    return { ...values, asked: selected };
  } catch (error) {
    return exitWithError(`${error.message.split('\n')[0]}. Usage: ${USAGE}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { help, short, only, asked: selected } = readOptions();
  if (help) {
    console.log(USAGE);
    process.exit(0);
  }
  console.log(`Scenarios: ${selected.join(', ')}`);
  await ensureInstalled();
  await build(['server']);
  const { failed } = await runScenarios({ short, only });
  process.exitCode = failed > 0 ? 1 : 0;
}
