import { availableParallelism } from 'node:os';
import { createBureau } from '../bench/bureau.ts';
import { sendLoad } from '../bench/isolation-load.ts';
import { formatIsolation, measureIsolation } from '../bench/isolation.ts';
import { measureReplica } from '../bench/replica.ts';
import { readMachineLoad } from '../bench/results.ts';
import { startTestServer } from '@darkroom/server/testing/test-server';

// `npm run bench -- isolation` and `-- replica` (docs/bench.md): effect of one person's load on another person's list
// (quality 20b).

const JOBS = 2_000;
const CALLS = 100;
/** Jobs of the bureau of the replica, with five tasks each. */
const REPLICA_JOBS = 20_000;
/** Limit for the ratio. On one core every sender also takes its share of the core. */
const MAX_RATIO = availableParallelism() === 1 ? 4 : 2;

if (process.argv.includes('--load')) sendLoad();
else await measure();

async function measure(): Promise<void> {
  const flag = (name: string) => process.argv[process.argv.indexOf(`--${name}`) + 1];
  const readFlag = (name: string) => (process.argv.includes(`--${name}`) ? flag(name) : undefined);
  const rounds = Number(readFlag('rounds') ?? 5);
  const load = readMachineLoad();
  if (load > 1)
    console.log(`The machine is busy (${load.toFixed(1)} before the start): only large ratios are reliable.`);
  const server = await startTestServer();
  try {
    if (process.argv.includes('--replica')) {
      const jobs = Number(readFlag('jobs') ?? REPLICA_JOBS);
      if (!(await measureReplica(server, { jobs, rounds, load }))) process.exitCode = 1;
      return;
    }
    const bureau = await createBureau(server, 'isolation', { jobs: JOBS, keep: process.argv.includes('--keep') });
    try {
      const only = new RegExp(readFlag('only') ?? '');
      const results = await measureIsolation(bureau, { only, rounds, calls: CALLS });
      console.log(
        `\nA task list of ${JOBS * 5} tasks under each load, load of the machine before ${load.toFixed(1)}:\n`,
      );
      console.log(formatIsolation(results, MAX_RATIO));
      if (results.some(({ ratio }) => ratio > MAX_RATIO)) process.exitCode = 1;
    } finally {
      await bureau.close();
    }
  } finally {
    await server.stop();
  }
}
