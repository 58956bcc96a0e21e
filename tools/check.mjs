import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { findImportFaults } from './import-rules.mjs';
import { ensureInstalled } from './install.mjs';
import { findLocaleFaults } from './locale-parity.mjs';
import { findTermFaults, findWordFaults } from './locale-words.mjs';
import { at, bin, root, run } from './root.mjs';
import { findStyleFaults } from './style-repeats.mjs';

const program = (path, args) => async () => {
  const [node, file] = bin(path);
  return run(node, [file, ...args], { quiet: true });
};
const listing = (find) => () => {
  const faults = find();
  return { code: faults.length > 0 ? 1 : 0, output: faults.join('\n') };
};

// Two lanes for two cores, the longest first in each.
const LANES = [
  [
    ['types', program('typescript/bin/tsc', ['-b'])],
    ['unused code', program('knip/bin/knip.js', ['--no-progress'])],
    ['import rules', listing(findImportFaults)],
    ['vi/en parity', listing(findLocaleFaults)],
    ['styles', listing(findStyleFaults)],
    ['words', listing(() => [...findWordFaults(), ...findTermFaults()])],
  ],
  [
    ['lint', program('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings'])],
    [
      'format',
      program('prettier/bin/prettier.cjs', [
        '--check',
        '--cache',
        '--cache-location',
        at('node_modules/.cache/darkroom-prettier'),
        '--log-level',
        'warn',
        '.',
      ]),
    ],
    ['table types', checkTableTypes],
  ],
];

async function checkTableTypes() {
  await build(['server']);
  const entry = at('apps/server/dist/server/db-types.js');
  return run(process.execPath, [entry, '--check'], { quiet: true, cwd: root });
}

/** Runs every check and returns how many passed and failed. */
export async function check() {
  const start = performance.now();
  const results = await Promise.all(LANES.map(runLane));
  const failed = results.flat().filter((ok) => !ok).length;
  console.log(`Checked in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return { passed: results.flat().length - failed, failed };
}

async function runLane(lane) {
  const results = [];
  for (const [name, action] of lane) {
    const start = performance.now();
    // A check that cannot even start has failed; the others still have something to say.
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
