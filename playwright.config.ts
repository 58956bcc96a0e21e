import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env.E2E_PORT ?? '4173');
const addressOf = (at: number) => `http://localhost:${at}`;
/** The bureau of the tests of what is everybody's: a setting, a month that is closed, or who has how much in hand. */
const otherPort = port + 1000;
/** The bureau that no journey changes: its names and figures are those of the demo bureau. */
const untouchedPort = port + 2000;
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };
const BUREAU_WIDE = [
  'settings.spec.ts',
  'locks.spec.ts',
  'blind-checks.spec.ts',
  'advice.spec.ts',
  'allowance-closing.spec.ts',
];
const READ_ONLY = ['screens.spec.ts', 'widths.spec.ts', 'first-visit.spec.ts', 'layout-shift.spec.ts'];
const FIREFOX_ONLY = 'firefox.spec.ts';
// Pictures are taken, the day is filmed and the sheet is timed on demand only.
const ON_DEMAND = [
  ...(process.env.RECORD ? [] : ['floor-film.spec.ts']),
  ...(process.env.PICTURES ? [] : ['pictures.spec.ts']),
  ...(process.env.PACE ? [] : ['grid-latency.spec.ts']),
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/browser',
  // The journeys share one bureau; files run beside each other, the tests of a file in order.
  fullyParallel: false,
  // A journey waits for its screens, its screens for the server: with a worker for each core, one of them would rest now and then.
  workers: Math.min(availableParallelism() + 1, 4),
  forbidOnly: Boolean(process.env.CI),
  // How long a journey takes is the machine's matter: these only end what hangs, and no journey has limits of its own.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL: addressOf(port),
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
    // Movement says where something went; nothing that is tested hangs on it.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing a grid of thousands of cells costs more than the journey itself.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // The bureau takes its own (e2e/bureau.ts).
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
    // What only one worker may do comes first: at the end the others would wait for it.
    // A lock or a lookup is everybody's, and so are a closed month and what advice is made of: a bureau of its own, one file at a time, so that
    // nobody else's work is stopped by it, or changes it.
    { name: 'bureau-wide', use: { ...desktop, baseURL: addressOf(otherPort) }, testMatch: BUREAU_WIDE, workers: 1 },
    // Drives a Firefox of the system, where there is one.
    ...(process.env.FIREFOX_PATH ? [{ name: 'firefox', use: desktop, testMatch: FIREFOX_ONLY }] : []),
    { name: 'read-only', use: { ...desktop, baseURL: addressOf(untouchedPort) }, testMatch: READ_ONLY },
    { name: 'chromium', use: desktop, testIgnore: [...BUREAU_WIDE, ...READ_ONLY, FIREFOX_ONLY, ...ON_DEMAND] },
  ],
  // E2E_REUSE=1 goes to servers that are running already.
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
