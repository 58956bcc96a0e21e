import { setTimeout as sleep } from 'node:timers/promises';
import { openBureau, whileWorkComes } from './bureau.mjs';
import { findPostgres, postmasterOf, startCluster } from './cluster.mjs';
import { mountDisk } from './disk.mjs';
import { closeAll } from './servers.mjs';

/** Enough for PostgreSQL and some hundred jobs. */
const MEGABYTES = 200;
/** Refused writes after which the disk counts as full. */
const FELT = 8;
const FELT_WITHIN_MS = 30_000;
const BACK_WITHIN_MS = 15_000;

/**
 * Fills the disk of the database while jobs are added, and kills the database. When there is space again, the servers continue with all
 * acknowledged jobs.
 */
export async function fillDisk({ external = false } = {}) {
  const disk = mountDisk(MEGABYTES);
  if (!disk) return 'LEFT OUT: only root on Linux can mount a disk small enough to be filled';
  let cluster;
  let bureau;
  try {
    const postgres = findPostgres();
    if (external) cluster = await startCluster(`${disk.folder}/cluster`, postgres);
    bureau = await openBureau(external ? `${disk.folder}/data` : disk.folder, { databaseUrl: cluster?.databaseUrl });
    const { servers, token, refusals } = bureau;
    const felt = () => [...refusals.values()].reduce((sum, n) => sum + n, 0);
    let backAfter = 0;
    const figures = await whileWorkComes(bureau, async () => {
      await sleep(400);
      disk.fill();
      for (const until = performance.now() + FELT_WITHIN_MS; felt() < FELT; await sleep(20))
        if (performance.now() > until) throw new Error('writes went on although the disk was full');
      // Stored data can still be read.
      await servers[0].call('/api/job/list', {}, token);
      process.kill(postmasterOf(cluster?.folder ?? `${disk.folder}/postgres/pg18`), 'SIGKILL');
      await cluster?.gone();
      // Time for a start on the full disk to fail.
      await sleep(2500);
      disk.empty();
      const began = performance.now();
      // The embedded database restarts automatically. An external one is restarted by its service manager.
      cluster?.start();
      const before = bureau.acknowledged.size;
      for (; bureau.acknowledged.size === before; await sleep(20))
        if (performance.now() - began > BACK_WITHIN_MS) throw new Error('there was room again, and nothing went on');
      backAfter = (performance.now() - began) / 1000;
    });
    const told = [...refusals].map(([code, n]) => `${n} × ${code}`).join(', ');
    return `${cluster ? `PostgreSQL ${postgres.major}: ` : ''}told ${told}; back after ${backAfter.toFixed(1)} s; ${figures}`;
  } finally {
    disk.empty();
    await closeAll(bureau?.servers ?? []);
    await cluster?.stop();
    disk.unmount();
  }
}
