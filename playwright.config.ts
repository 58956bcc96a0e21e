import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env.E2E_PORT ?? '4173');
const addressOf = (at: number) => `http://localhost:${at}`;
/** Bureau for tests of shared data: a setting, a closed month, or each person's amount of work. */
const otherPort = port + 1000;
/** Bureau that no journey changes. Its names and figures are those of the demo bureau. */
const untouchedPort = port + 2000;
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
const BUREAU_WIDE = [
  'settings.spec.ts',
  'locks.spec.ts',
  'blind-checks.spec.ts',
  'advice.spec.ts',
  'allowance-closing.spec.ts',
  'second-factor.spec.ts',
];
const READ_ONLY = ['screens.spec.ts', 'widths.spec.ts', 'first-visit.spec.ts', 'layout-shift.spec.ts'];
const FIREFOX_ONLY = 'firefox.spec.ts';
// Pictures, the film of the day and the timing of the sheet run only on demand.
const ON_DEMAND = [
  ...(process.env.RECORD ? [] : ['floor-film.spec.ts']),
  ...(process.env.PICTURES ? [] : ['pictures.spec.ts']),
  ...(process.env.PACE ? [] : ['grid-latency.spec.ts']),
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  // The journeys share one bureau. Files run in parallel, and the tests of a file run in order.
  fullyParallel: false,
  // A journey waits for its screens, and they wait for the server. With one worker for each core, a core would
  // sometimes be idle.
  workers: Math.min(availableParallelism() + 1, 4),
  forbidOnly: Boolean(process.env.CI),
  // The time of a journey depends on the machine. These limits only end journeys that hang, and no journey has its own
  // limits.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: addressOf(port),
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
    // Animations only show where something went. No test depends on them.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing a grid of thousands of cells costs more than the journey itself.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // The tests take their own screenshots (e2e/bureau.ts).
    screenshot: 'off',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // Tests that only one worker can run come first, because the others would wait for them. They change shared data,
    // so they have their own bureau, one file at a time.
    { name: 'bureau-wide', use: { ...desktop, baseURL: addressOf(otherPort) }, testMatch: BUREAU_WIDE, workers: 1 },
    // Runs a Firefox of the system, if there is one.
    ...(process.env.FIREFOX_PATH ? [{ name: 'firefox', use: desktop, testMatch: FIREFOX_ONLY }] : []),
    { name: 'read-only', use: { ...desktop, baseURL: addressOf(untouchedPort) }, testMatch: READ_ONLY },
    { name: 'chromium', use: desktop, testIgnore: [...BUREAU_WIDE, ...READ_ONLY, FIREFOX_ONLY, ...ON_DEMAND] },
  ],
  // E2E_REUSE=1 uses servers that are already running.
  ...(process.env.E2E_REUSE
    ? {}
    : {
        webServer: {
          command: `node tools/e2e-server.mjs ${port} ${otherPort} ${untouchedPort}`,
          wait: { stdout: /^Ready on /m },
          timeout: 600_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
        },
      }),
});
