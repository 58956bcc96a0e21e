import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from '../build.mjs';
import { ensureInstalled } from '../install.mjs';
import { at, bin, giveUp, run } from '../root.mjs';
import { command, countWork, envOf, openBureau, removeData, signIn, whileWorkComes } from './bureau.mjs';
import { postmasterOf } from './cluster.mjs';
import { fillDisk } from './disk-full.mjs';
import { failStarts } from './failed-starts.mjs';
import { stopWhileHeld } from './held-request.mjs';
import { sendHostileBodies } from './hostile-bodies.mjs';
import { misleadCommands } from './misled-commands.mjs';
import { serveTogether } from './one-address.mjs';
import { closeAll, startAs, startServer } from './servers.mjs';
import { upgrade } from './upgrade.mjs';

// `npm run chaos`: servers and their database are killed, stopped, filled up, upgraded and restored while jobs are added. Acknowledged and
// stored jobs are counted after each scenario. `npm run test:full` runs `-- --short`.

/** Scenarios of the shared bureau, in this order. Each returns one line, or throws the error. */
const SCENARIOS = [
  { name: 'server killed', meet: killServers },
  { name: 'database killed', meet: killDatabase },
  { name: 'server stopped while people work', meet: stopServer },
  { name: 'two servers behind one address', meet: serveTogether },
  { name: 'backup, restore, verify', meet: backUpAndRestore },
  { name: 'started from a clean folder as another user', meet: startElsewhere },
];
/** Scenarios with their own bureaus and databases, the longest first. */
const ELSEWHERE = [
  { name: 'failed starts', meet: failStarts },
  { name: 'commands that are told wrongly', meet: misleadCommands },
  { name: 'upgrade', meet: upgrade },
  { name: 'disk full', meet: () => fillDisk() },
];
/** Scenarios that a short run skips: repetitions, times that need a quiet machine, and tests that `npm run test:full` runs itself. */
const LONG = [
  { name: 'server stopped in the middle of a request', meet: stopWhileHeld },
  { name: 'disk full under a PostgreSQL of its own', meet: () => fillDisk({ external: true }) },
  { name: 'hostile bodies', meet: sendHostileBodies },
  { name: 'large bodies, silence, held records', meet: runTests },
];

/** Runs all scenarios and prints each result when it is ready. Returns the numbers of passed and failed scenarios. */
export async function runScenarios({ short = false, only = '', say = console.log } = {}) {
  const start = performance.now();
  const folder = at('.data', `chaos-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  let bureau;
  let failed = 0;
  let passed = 0;
  /** Takes scenarios from the front of a list that several lanes share. */
  const meetAll = async (scenarios) => {
    for (let next = scenarios.shift(); next; next = scenarios.shift()) {
      const { name, meet } = next;
      const began = performance.now();
      const line = await meet(bureau).catch((error) => error);
      const wrong = line instanceof Error;
      if (wrong) failed += 1;
      else passed += 1;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(`${wrong ? 'FAIL' : 'ok  '} ${name}: ${wrong ? line.message : line} (${seconds} s)`);
    }
  };
  try {
    bureau = Object.assign(await openBureau(folder, { servers: 2 }), { short, times: short ? 1 : 20 });
    const asked = (scenarios) => scenarios.filter(({ name }) => name.includes(only));
    const elsewhere = asked(ELSEWHERE);
    // Both lists mostly wait for processes, so a short run does them in parallel. A long run does one after the other,
    // so that neither distorts the times of the other.
    if (short) await Promise.all([meetAll(asked(SCENARIOS)).then(() => meetAll(elsewhere)), meetAll(elsewhere)]);
    else await meetAll([...asked(SCENARIOS), ...elsewhere, ...asked(LONG)]);
  } finally {
    await closeAll(bureau?.servers ?? []);
    removeData(folder);
  }
  say(`Ran for ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { passed, failed };
}

async function killServers(bureau) {
  const figures = await whileWorkComes(bureau, async () => {
    for (let n = 0; n < bureau.times; n++) {
      await sleep(400);
      await bureau.servers[n % 2].kill();
      bureau.servers[n % 2] = await startServer(bureau.env);
    }
  });
  return `${bureau.times} times: ${figures}`;
}

async function killDatabase(bureau) {
  const figures = await whileWorkComes(bureau, async () => {
    for (let n = 0; n < bureau.times; n++) {
      await sleep(400);
      const killed = postmasterOf(`${bureau.folder}/postgres/pg18`);
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
    bureau.servers[1] = await startServer(bureau.env);
  });
  return `ended after ${seconds.toFixed(1)} s; ${figures}`;
}

/** Tests with their own measurements: hostile bodies, a database that stops answering or ends, locked records. */
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
  await whileWorkComes(bureau, () => command('backup', ['--to', backups], bureau.env));
  rmSync(`${backups}/${readdirSync(backups)[0]}`);
  await Promise.all([
    command('verify', [], bureau.env),
    // Written while no job is added, so that every job has to be restored.
    command('backup', ['--to', backups], bureau.env),
  ]);
  const again = `${bureau.folder}-again`;
  try {
    await command('restore', [`${backups}/${readdirSync(backups)[0]}`], envOf(again));
    const restored = await startServer(envOf(again));
    try {
      return `restored: ${await countWork(bureau, restored, await signIn(restored))}`;
    } finally {
      await restored.stop();
    }
  } finally {
    removeData(again);
  }
}

async function startElsewhere(bureau) {
  if (process.getuid?.() !== 0) return 'LEFT OUT: only root can start something as somebody else';
  return startAs('nobody', { ...bureau.env, DARKROOM_DATA: 'data' });
}

const USAGE = 'npm run chaos -- [--short] [--only=PART-OF-A-NAME]';

/** Options of the command line. An unknown option ends the command before anything is killed. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        help: { type: 'boolean', default: false },
      },
    });
    const names = [...SCENARIOS, ...ELSEWHERE, ...(values.short ? [] : LONG)].map(({ name }) => name);
    const asked = names.filter((name) => name.includes(values.only));
    if (asked.length === 0) throw new Error(`Nothing is named like ${values.only}: ${names.join(', ')}`);
    return { ...values, asked };
  } catch (error) {
    return giveUp(`${error.message.split('\n')[0]}. It is: ${USAGE}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { help, short, only, asked } = readOptions();
  if (help) {
    console.log(USAGE);
    process.exit(0);
  }
  console.log(`Scenarios: ${asked.join(', ')}`);
  await ensureInstalled();
  await build(['server']);
  const { failed } = await runScenarios({ short, only });
  process.exitCode = failed > 0 ? 1 : 0;
}
