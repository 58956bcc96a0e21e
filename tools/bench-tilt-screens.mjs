import { createServer } from 'vite';
import { at } from './root.mjs';

// A share of the open screens of `tools/bench-tilt.mjs`, in a process of its own: what 500 machines do at once is too much for one thread,
// and lists would wait for that. It is told by messages what to open and what was moved, and asked what the screens did.
const vite = await createServer({
  configFile: false,
  root: at('apps/web'),
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { openScreens } = await vite.ssrLoadModule('/src/testing/screens.ts');
let screens;

process.on('message', async ({ open, moved, tell, startAnew }) => {
  if (open) {
    screens = await openScreens(open.origin, open.kinds, open.pause_ms);
    process.send({ opened: true });
  }
  if (moved) screens.moved(moved.task, moved.at);
  if (startAnew) {
    const { tally } = screens;
    for (const key of ['begun', 'finished', 'cancelled', 'unchanged', 'failed', 'broken']) tally[key] = 0;
    Object.assign(tally, { freshBy: {} });
    tally.took.length = 0;
    tally.fresh.length = 0;
  }
  if (tell) {
    const { user, system } = process.cpuUsage();
    process.send({ told: tell, tally: screens.tally, waiting: screens.waiting(), used_s: (user + system) / 1e6 });
  }
});
// Whoever opened them is gone.
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
