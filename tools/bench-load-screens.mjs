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

async function compareLists() {
  process.send({ outdated: await screens.countOutdated() });
}

function resetCounters({ counters }) {
  for (const [key, value] of Object.entries(counters)) {
    if (typeof value === 'number') counters[key] = 0;
    else if (Array.isArray(value)) value.length = 0;
  }
  counters.freshBy = {};
}

process.on('message', (message) => {
  if (message.open) void openShare(message.open);
  if (message.moved) screens.moved(message.moved.task, message.moved.at);
  if (message.restart) resetCounters(screens);
  if (message.compare) void compareLists();
  if (message.tell) process.send({ measured: true, counters: screens.counters, waiting: screens.waiting() });
});
// The process that opened the screens has ended.
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
