import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { findImportFaults } from './import-rules.mjs';
import { ensureInstalled } from './install.mjs';
import { lint } from './lint.mjs';
import { findFormFaults, findLocaleFaults, findRepeatedKeys } from './locale-parity.mjs';
import { findTermFaults, findWordFaults } from './locale-words.mjs';
import { readLedger } from './ledger.mjs';
import { findPlainWordFaults } from './plain-words.mjs';
import { at, bin, root, run } from './root.mjs';
import { findStyleFaults } from './style-repeats.mjs';

const program =
  (path, args, env = {}) =>
  async () => {
    const [node, file] = bin(path);
    return run(node, [file, ...args], { quiet: true, env });
  };
const listing = (find) => () => {
  const faults = find();
  return { code: faults.length > 0 ? 1 : 0, output: faults.join('\n') };
};
/** Prints the ledger in both cases. */
const ledger = () => {
  const { table, faults } = readLedger();
  console.log(table.join('\n'));
  return { code: faults.length > 0 ? 1 : 0, output: faults.join('\n') };
};

// The two checks that read types run in parallel, with threads for half of the cores each. Garbage collection is rare, because the memory
// is enough for the few seconds.
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const LIGHT = { GOMAXPROCS: String(THREADS), GOGC: '300' };

const CHECKS = [
  ['types', program('typescript/bin/tsc', ['-b', '--checkers', String(THREADS)], LIGHT)],
  ['lint', () => lint(LIGHT)],
  ['format', program('oxfmt/bin/oxfmt', ['--check'], LIGHT)],
  ['unused code', program('knip/bin/knip.js', ['--no-progress'])],
  ['table types', checkTableTypes],
  ['import rules', listing(findImportFaults)],
  ['vi/en parity', listing(() => [...findLocaleFaults(), ...findRepeatedKeys(), ...findFormFaults()])],
  ['styles', listing(findStyleFaults)],
  ['ledger', ledger],
  ['words', listing(() => [...findWordFaults(), ...findTermFaults(), ...findPlainWordFaults()])],
];
/** Types and lint take equally long. The short checks fill the free core first. */
const LANES = 3;

async function checkTableTypes() {
  await build(['server']);
  const entry = at('apps/server/dist/server/db-types.js');
  return run(process.execPath, [entry, '--check'], { quiet: true, cwd: root });
}

/** Runs every check. Returns the numbers of passed and failed checks. */
export async function check() {
  const start = performance.now();
  const waiting = [...CHECKS];
  const results = (await Promise.all(Array.from({ length: LANES }, () => checkAll(waiting)))).flat();
  const failed = results.filter((ok) => !ok).length;
  console.log(`Checked in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { passed: results.length - failed, failed };
}

/** Takes checks from the front of a list that several lanes share. */
async function checkAll(waiting) {
  const results = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, action] = next;
    const start = performance.now();
    // A check that cannot start has failed, and the other checks still run.
    const { code, output } = await Promise.resolve()
      .then(action)
      .catch((error) => ({ code: 1, output: String(error.message) }));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    if (code !== 0) console.log(output.trim().replace(/^/gm, '     '));
    results.push(code === 0);
  }
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled();
  const { failed } = await check();
  process.exitCode = failed > 0 ? 1 : 0;
}
