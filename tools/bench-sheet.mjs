import { ensureChromium } from './browsers.mjs';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { getBinCommand, run } from './root.mjs';

// `npm run bench:sheet` measures the meal sheet after a key or a paste, with sixty people and 31 days
// (e2e/grid-latency.spec.ts).
await ensureInstalled();
await build();
const chromium = await ensureChromium();
const [node, playwright] = getBinCommand('@playwright/test/cli.js');
const { code } = await run(node, [playwright, 'test', 'grid-latency', '--project=chromium', '--reporter=list'], {
  env: { PACE: '1', ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
});
process.exitCode = code;
