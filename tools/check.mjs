import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { findImportProblems } from './import-rules.mjs';
import { ensureInstalled } from './install.mjs';
import { lint } from './lint.mjs';
import { findPluralProblems, findLocaleProblems, findRepeatedKeys } from './locale-parity.mjs';
import { findTermProblems, findKeyProblems } from './locale-words.mjs';
import { findPlainWordProblems } from './plain-words.mjs';
import { pathInRoot, getBinCommand, root, run } from './root.mjs';
import { checkSizeBudgets } from './size-budgets.mjs';
import { findStyleProblems } from './style-problems.mjs';

const runProgram =
  (path, args, env = {}) =>
  async () => {
    const [node, file] = getBinCommand(path);
    return run(node, [file, ...args], { quiet: true, env });
  };
const runFinder = (find) => () => {
  const problems = find();
  return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') };
};
const printSizeBudgets = () => {
  const { table, problems } = checkSizeBudgets();
  console.log(table.join('\n'));
  return { code: problems.length > 0 ? 1 : 0, output: problems.join('\n') };
};

// The two checks that read types run in parallel, with threads for half of the cores each. Garbage collection is rare, because the memory
// is enough for the few seconds.
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
const THREAD_ENV = { GOMAXPROCS: String(THREADS), GOGC: '300' };

const CHECKS = [
  ['types', runProgram('typescript/bin/tsc', ['-b', '--checkers', String(THREADS)], THREAD_ENV)],
  ['lint', () => lint(THREAD_ENV)],
  ['format', runProgram('oxfmt/bin/oxfmt', ['--check'], THREAD_ENV)],
  ['unused code', runProgram('knip/bin/knip.js', ['--no-progress'])],
  ['table types', checkTableTypes],
  ['import rules', runFinder(findImportProblems)],
  ['vi/en parity', runFinder(() => [...findLocaleProblems(), ...findRepeatedKeys(), ...findPluralProblems()])],
  ['styles', runFinder(findStyleProblems)],
  ['size budgets', printSizeBudgets],
  ['words', runFinder(() => [...findKeyProblems(), ...findTermProblems(), ...findPlainWordProblems()])],
];
/** Number of parallel checks. Types and lint take equally long, and the short checks use the free core first. */
const PARALLEL_CHECKS = 3;

async function checkTableTypes() {
  await build(['server']);
  const entry = pathInRoot('apps/server/dist/server/db-types.js');
  return run(process.execPath, [entry, '--check'], { quiet: true, cwd: root });
}

/** Runs every check. Returns the numbers of passed and failed checks. */
export async function check() {
  const start = performance.now();
  const waiting = [...CHECKS];
  const results = (await Promise.all(Array.from({ length: PARALLEL_CHECKS }, () => checkAll(waiting)))).flat();
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
    // A check that cannot start counts as failed, and the other checks still run.
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
