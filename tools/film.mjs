import { ensureChromium } from './browsers.mjs';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { bin, run } from './root.mjs';

// npm run film: the README's film of a week's order on its way to Completed, filmed anew
await ensureInstalled();
await build();
const chromium = await ensureChromium();
const [node, playwright] = bin('@playwright/test/cli.js');
const { code } = await run(node, [playwright, 'test', 'order-to-completed', '--reporter=list'], {
  env: { RECORD: 'docs/pictures/tour.webm', ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
});
process.exitCode = code;
