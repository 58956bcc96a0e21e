import { openSourceModules } from './source-modules.mjs';

// Runs a share of the open screens of `tools/bench-load.mjs` in a separate process, because one thread cannot do the
// work of 500 machines.
const vite = await openSourceModules();
const { openScreens } = await vite.ssrLoadModule('/src/testing/screens.ts');
let screens;

async function openShare({ origin, kinds, pause_ms }) {
  screens = await openScreens(origin, kinds, pause_ms);
  process.send({ opened: true });
}

function resetCounters({ counters }) {
  for (const key of ['begun', 'finished', 'cancelled', 'unchanged', 'failed', 'broken']) counters[key] = 0;
  counters.freshBy = {};
  counters.took.length = 0;
  counters.fresh.length = 0;
}

process.on('message', (message) => {
  if (message.open) void openShare(message.open);
  if (message.moved) screens.moved(message.moved.task, message.moved.at);
  if (message.restart) resetCounters(screens);
  if (!message.tell) return;
  const { user, system } = process.cpuUsage();
  process.send({
    measured: true,
    counters: screens.counters,
    waiting: screens.waiting(),
    used_s: (user + system) / 1e6,
  });
});
// The process that opened the screens has ended.
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
