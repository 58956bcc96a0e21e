import { availableParallelism } from 'node:os';
import { makeBureau } from '../bench/bureau.ts';
import { sendLoad } from '../bench/isolation-load.ts';
import { isolationTable, measureIsolation } from '../bench/isolation.ts';
import { loadNow } from '../bench/results.ts';
import { startTestServer } from '@darkroom/server/testing/test-server';

// `npm run bench -- isolation` (docs/bench.md): effect of one person's load on another person's list (quality 20b).

const JOBS = 2_000;
/** Limit for the ratio. On one core every sender also takes its share of the core. */
const MOST = availableParallelism() === 1 ? 4 : 2;

if (process.argv.includes('--load')) sendLoad();
else await measure();

async function measure(): Promise<void> {
  const flag = (name: string) => process.argv[process.argv.indexOf(`--${name}`) + 1];
  const given = (name: string) => (process.argv.includes(`--${name}`) ? flag(name) : undefined);
  const load = loadNow();
  if (load > 1)
    console.log(`The machine is busy (${load.toFixed(1)} before the start): only large ratios tell anything.`);
  const server = await startTestServer();
  try {
    const bureau = await makeBureau(server, 'isolation', { jobs: JOBS, keep: process.argv.includes('--keep') });
    try {
      const found = await measureIsolation(bureau, new RegExp(given('only') ?? ''), Number(given('rounds') ?? 5));
      console.log(
        `\nA task list of ${JOBS * 5} tasks under each load, load of the machine before ${load.toFixed(1)}:\n`,
      );
      console.log(isolationTable(found, MOST));
      if (found.some(({ ratio }) => ratio > MOST)) process.exitCode = 1;
    } finally {
      await bureau.close();
    }
  } finally {
    await server.stop();
  }
}
