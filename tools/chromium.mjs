import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, run } from './root.mjs';

// The shell without a window comes first: the same engine with less around it, a quarter quicker.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium for the browser tests, or installs one. Returns its path, or undefined for Playwright's own, which
 * Playwright finds by itself.
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;

  const debian = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  if (debian && process.getuid?.() === 0) {
    console.log('Installing Chromium (apt-get) …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env, quiet: true });
    // Older Debians have the whole browser only.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true });
      const installed = findChromium();
      if (installed) return installed;
    }
  }
  console.log("Installing Playwright's Chromium …");
  const [node, playwright] = bin('@playwright/test/cli.js');
  const { code } = await run(node, [playwright, 'install', 'chromium', '--only-shell']);
  if (code !== 0) throw new Error('No Chromium found and none could be installed. Name one with CHROMIUM_PATH.');
  return undefined;
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which is no browser that runs here.`);
  }
  const path = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...PLACES, ...NAMES.flatMap((name) => path.map((folder) => join(folder, name)))];
  return candidates.find((candidate) => existsSync(candidate) && runs(candidate));
}

// Ubuntu's /usr/bin/chromium-browser may be a script that only says how to get one.
function runs(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /\d+\.\d+/.test(stdout);
}
