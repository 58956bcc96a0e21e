import { setTimeout as sleep } from 'node:timers/promises';
import { openBureau, runWhileAddingJobs } from './bureau.mjs';
import { findPostgres, readPostmasterId, startCluster } from './cluster.mjs';
import { mountDisk } from './disk.mjs';
import { closeAll } from './servers.mjs';

/** Size of the disk in megabytes, enough for PostgreSQL and some hundred jobs. */
const MEGABYTES = 200;
/** Refused writes after which the disk counts as full. */
const MIN_REFUSALS = 8;
const REFUSALS_WITHIN_MS = 30_000;
const BACK_WITHIN_MS = 15_000;

/**
 * Fills the disk of the database while jobs are added, and kills the database. When there is space again, the servers continue with all
 * acknowledged jobs.
 */
export async function fillDisk({ external = false } = {}) {
  const disk = mountDisk(MEGABYTES);
  if (!disk) return 'SKIPPED: only root on Linux can mount a disk small enough to be filled';
  let cluster;
  let bureau;
  try {
    const postgres = findPostgres();
    if (external) cluster = await startCluster(`${disk.folder}/cluster`, postgres);
    bureau = await openBureau(external ? `${disk.folder}/data` : disk.folder, { databaseUrl: cluster?.databaseUrl });
    const { servers, token, refusals } = bureau;
    const countRefusals = () => [...refusals.values()].reduce((sum, n) => sum + n, 0);
    let backAfter = 0;
    const figures = await runWhileAddingJobs(bureau, async () => {
      await sleep(400);
      disk.fill();
      for (const until = performance.now() + REFUSALS_WITHIN_MS; countRefusals() < MIN_REFUSALS; await sleep(20))
        if (performance.now() > until) throw new Error('writes continued on the full disk');
      // Stored data can still be read.
      await servers[0].call('/api/job/list', {}, token);
      process.kill(readPostmasterId(cluster?.folder ?? `${disk.folder}/postgres/pg18`), 'SIGKILL');
      await cluster?.gone();
      // Time for a start on the full disk to fail.
      await sleep(2500);
      disk.empty();
      const startedAt = performance.now();
      // The embedded database restarts automatically. An external one is restarted by its service manager.
      cluster?.start();
      const jobsBefore = bureau.acknowledged.size;
      for (; bureau.acknowledged.size === jobsBefore; await sleep(20))
        if (performance.now() - startedAt > BACK_WITHIN_MS)
          throw new Error('the disk had space again, and writes still failed');
      backAfter = (performance.now() - startedAt) / 1000;
    });
    const refusalText = [...refusals].map(([code, n]) => `${n} × ${code}`).join(', ');
    return `${cluster ? `PostgreSQL ${postgres.major}: ` : ''}writes refused with ${refusalText}; accepted again after ${backAfter.toFixed(1)} s; ${figures}`;
  } finally {
    disk.empty();
    await closeAll(bureau?.servers ?? []);
    await cluster?.stop();
    disk.unmount();
  }
}
