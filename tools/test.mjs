import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium, ensureFirefox } from './browsers.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { pathInRoot, getBinCommand, run } from './root.mjs';
import { runScenarios } from './chaos/chaos.mjs';

/**
 * Test tiers: `npm test` runs the quick tests, `npm run test:full` (`--full`) all tests, CI first the quick ones and
 * then the rest (`--rest`). `*.full.test.*` and journeys without `@quick` are not quick (decision 165).
 */
const TIERS = {
  quick: { vitest: ['--exclude=**/*.full.test.*'], playwright: ['--grep=@quick'], checks: true, chaos: false },
  rest: { vitest: ['.full.test.'], playwright: ['--grep-invert=@quick'], checks: false, chaos: true },
  full: { vitest: [], playwright: [], checks: true, chaos: true },
};
const { values: asked } = parseArgs({ options: { full: { type: 'boolean' }, rest: { type: 'boolean' } } });
const tier = TIERS[asked.full ? 'full' : asked.rest ? 'rest' : 'quick'];

// Tests with the cheapest results come first. All run even when one fails, so that one run shows every failure.
const start = performance.now();
await ensureInstalled();
const results = pathInRoot('test-results');
mkdirSync(results, { recursive: true });

const totals = { passed: 0, failed: 0, skipped: 0 };
/** Names of failed tests. They are printed again at the end. */
const failures = [];
const add = ({ passed = 0, failed = 0, skipped = 0 }) => {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
};

if (tier.checks) await part('Checks', check);
// The chaos scenarios mostly wait for processes, so they run next to the tests. Their lines follow.
const chaosRuns = tier.chaos && runChaos();
await part('Unit and server tests', runVitest);
if (chaosRuns)
  await part('Chaos scenarios', async () => {
    const { lines, ...counts } = await chaosRuns;
    console.log(lines.join('\n'));
    return counts;
  });
await part('Browser tests', runPlaywright);

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\nTook ${Math.round((performance.now() - start) / 1000)} s`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
// A failed scenario can leave a connection open, which would keep the process alive.
process.exit(totals.failed > 0 ? 1 : 0);

async function runVitest() {
  const report = pathInRoot('test-results', 'vitest.json');
  rmSync(report, { force: true });
  const [node, vitest] = getBinCommand('vitest/vitest.mjs');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(node, [vitest, 'run', ...tier.vitest, ...reporters], { env: { NODE_ENV: 'test' } });
  if (!existsSync(report)) return { failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, status, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName } of failed) failures.push(`${relative(pathInRoot(), name)}: ${fullName}`);
    if (status === 'failed' && failed.length === 0) failures.push(`${relative(pathInRoot(), name)}: could not be run`);
  }
  // A file that cannot be loaded reports no failed tests, so it counts as one.
  const failed = code === 0 ? numFailedTests : Math.max(1, numFailedTests);
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

async function runPlaywright() {
  const report = pathInRoot('test-results', 'playwright.json');
  rmSync(report, { force: true });
  let env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  try {
    await build();
    const chromium = await ensureChromium();
    if (chromium) env = { ...env, CHROMIUM_PATH: chromium };
    const firefox = await ensureFirefox();
    if (firefox) env = { ...env, FIREFOX_PATH: firefox };
    else console.log('No Firefox here: the Firefox test is skipped.');
  } catch (error) {
    console.error(error.message);
    return { failed: 1 };
  }
  const [node, playwright] = getBinCommand('@playwright/test/cli.js');
  const { code } = await run(node, [playwright, 'test', ...tier.playwright, '--reporter=list,json'], { env });
  if (!existsSync(report)) return { failed: 1 };
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = stats.unexpected + errors.length;
  for (const { file, title, ok } of suites.flatMap(specsOf)) if (!ok) failures.push(`e2e/${file}: ${title}`);
  for (const { message } of errors) failures.push(`browser tests: ${message.split('\n')[0]}`);
  return {
    passed: stats.expected,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: stats.skipped,
  };
}

async function runChaos() {
  const lines = [];
  try {
    await build(['server']);
    const { passed, failed } = await runScenarios({ short: true, say: (line) => lines.push(line) });
    if (failed > 0) failures.push('Chaos scenarios: see the lines above');
    return { passed, failed, lines };
  } catch (error) {
    return { failed: 1, lines: [...lines, error.message] };
  }
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * Runs a part and counts its results. Prints its time and the load of the cores, because idle cores show where time can
 * be saved.
 */
async function part(name, action) {
  console.log(`\n── ${name}`);
  const began = performance.now();
  const before = coreTimes();
  add(await action());
  const after = coreTimes();
  const busy = (after.busy - before.busy) / Math.max(1, after.all - before.all);
  console.log(`${Math.round((performance.now() - began) / 1000)} s, the cores ${Math.round(100 * busy)} % busy`);
}

function coreTimes() {
  const sums = { busy: 0, all: 0 };
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, time) => sum + time, 0);
    sums.all += all;
    sums.busy += all - times.idle;
  }
  return sums;
}
