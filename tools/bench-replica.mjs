import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReplicate, findPostgres, startCluster, startStandby } from './chaos/cluster.mjs';
import { exitWithError } from './root.mjs';

// `npm run bench -- replica`: starts a primary on core 0 and a hot standby on core 1, and measures a list of the primary
// (apps/seed/src/bench/replica.ts).

/** As in deploy/cluster/patroni.yml: a long file is not cancelled, and does not delay the replica. */
const STANDBY_SETTINGS = ['hot_standby_feedback=on', 'max_standby_streaming_delay=300s'];

const postgres = findPostgres();
if (!canReplicate(postgres)) exitWithError('PostgreSQL is missing: apt-get install postgresql-15');
if (cpus().length < 2 || spawnSync('taskset', ['--version']).status !== 0)
  exitWithError('The measurement needs Linux, two cores and taskset (package util-linux).');
const folder = mkdtempSync(join(tmpdir(), 'darkroom-replica-'));
// The account that runs PostgreSQL for root needs access to the folder.
chmodSync(folder, 0o755);
let primary;
let standby;
try {
  primary = await startCluster(join(folder, 'primary'), postgres, { core: 0 });
  standby = await startStandby(join(folder, 'standby'), primary, { core: 1, settings: STANDBY_SETTINGS });
  process.env.DATABASE_URL = primary.databaseUrl;
  process.env.REPORTS_DATABASE_URL = standby.databaseUrl;
  process.argv.splice(2, 1, 'bench-isolation', '--replica');
  await import('./run.mjs');
} finally {
  await standby?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
}
