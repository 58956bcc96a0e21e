import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureChromium, ensureFirefox } from './browsers.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { ensureInstalled } from './install.mjs';
import { at, bin, run } from './root.mjs';

// Everything CI runs, in the order in which it is cheapest to learn that something is wrong. All of it is run even when
// a part fails: one run tells all.
const start = performance.now();
await ensureInstalled();
const results = at('test-results');
mkdirSync(results, { recursive: true });

const totals = { passed: 0, failed: 0, skipped: 0 };
const add = ({ passed = 0, failed = 0, skipped = 0 }) => {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
};

heading('Checks');
add(await check());

heading('Unit and server tests');
add(await runVitest());

heading('Browser tests');
add(await runPlaywright());

console.log(`\nTook ${Math.round((performance.now() - start) / 1000)} s`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exitCode = totals.failed > 0 ? 1 : 0;

async function runVitest() {
  const report = at('test-results', 'vitest.json');
  rmSync(report, { force: true });
  const [node, vitest] = bin('vitest/vitest.mjs');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(node, [vitest, 'run', ...reporters], { env: { NODE_ENV: 'test' } });
  if (!existsSync(report)) return { failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot even be loaded holds no tests that could fail.
  const failed = code === 0 ? numFailedTests : Math.max(1, numFailedTests);
  return { passed: numPassedTests, failed, skipped: numPendingTests };
}

async function runPlaywright() {
  const report = at('test-results', 'playwright.json');
  rmSync(report, { force: true });
  let env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  try {
    await build();
    const chromium = await ensureChromium();
    if (chromium) env = { ...env, CHROMIUM_PATH: chromium };
    const firefox = await ensureFirefox();
    if (firefox) env = { ...env, FIREFOX_PATH: firefox };
    else console.log('No Firefox here: the journey in a second engine is left out.');
  } catch (error) {
    console.error(error.message);
    return { failed: 1 };
  }
  const [node, playwright] = bin('@playwright/test/cli.js');
  const { code } = await run(node, [playwright, 'test', '--reporter=list,json'], { env });
  if (!existsSync(report)) return { failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected + stats.flaky,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: stats.skipped,
  };
}

function heading(text) {
  console.log(`\n── ${text}`);
}
