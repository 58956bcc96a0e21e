import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { getBinCommand, run } from './root.mjs';

/** Names, paths and Debian packages of each browser. The first one that runs is used. */
const BROWSERS = {
  Chromium: {
    variable: 'CHROMIUM_PATH',
    // The headless shell comes first. It is the same engine and a quarter faster.
    places: [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/snap/bin/chromium',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'],
    // Older Debians have only the complete browser.
    packages: ['chromium-headless-shell', 'chromium'],
  },
  Firefox: {
    variable: 'FIREFOX_PATH',
    places: ['/usr/bin/firefox-esr', '/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    names: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
  },
};

/**
 * Finds a Chromium for the browser tests, or installs one. Returns its path, or undefined if Playwright uses its own.
 */
export async function ensureChromium() {
  const found = await findOrInstall('Chromium');
  if (found) return found;
  console.log("Installing Playwright's Chromium …");
  const [node, playwright] = getBinCommand('@playwright/test/cli.js');
  const { code } = await run(node, [playwright, 'install', 'chromium', '--only-shell']);
  if (code !== 0) throw new Error('No Chromium found and none could be installed. Name one with CHROMIUM_PATH.');
  return undefined;
}

/**
 * Finds a Firefox for e2e/firefox.spec.ts, or installs one if Debian has it. Returns undefined if there is none, and
 * that journey is skipped (decision 095).
 */
export const ensureFirefox = () => findOrInstall('Firefox');

async function findOrInstall(browser) {
  const found = findBrowser(browser);
  if (found) return found;
  const debian = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  if (!debian || process.getuid?.() !== 0) return undefined;
  console.log(`Installing ${browser} (apt-get) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  for (const name of BROWSERS[browser].packages) {
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true });
    const installed = findBrowser(browser);
    if (installed) return installed;
  }
  return undefined;
}

function findBrowser(browser) {
  const { variable, places, names } = BROWSERS[browser];
  const configured = process.env[variable];
  if (configured) {
    if (canRun(configured)) return configured;
    throw new Error(`${variable} names ${configured}, which is no browser that runs here.`);
  }
  const path = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...places, ...names.flatMap((name) => path.map((folder) => join(folder, name)))];
  return candidates.find((candidate) => existsSync(candidate) && canRun(candidate));
}

// Ubuntu's /usr/bin/chromium-browser can be a script that only prints how to install it.
function canRun(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}
