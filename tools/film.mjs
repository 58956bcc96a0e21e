import { ensureChromium } from './browsers.mjs';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { getBinCommand, exitWithError, run } from './root.mjs';

// `npm run film` records a week's order until it is Completed. `npm run film -- floor` records a working day of the
// demo bureau on the TV board, in a minute.
const FILMS = {
  tour: { spec: 'order-to-completed', target: 'docs/pictures/tour.webm' },
  floor: { spec: 'floor-film', target: 'docs/pictures/floor.webm' },
};
const [name = 'tour'] = process.argv.slice(2);
const film = FILMS[name];
if (!film) exitWithError(`There is no film ${name}: ${Object.keys(FILMS).join(', ')}.`);
await ensureInstalled();
await build();
const chromium = await ensureChromium();
const [node, playwright] = getBinCommand('@playwright/test/cli.js');
const { code } = await run(node, [playwright, 'test', film.spec, '--reporter=list'], {
  env: { RECORD: film.target, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
});
process.exitCode = code;
