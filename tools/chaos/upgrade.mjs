import { mkdtempSync, chmodSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../root.mjs';
import { command, envOf, jobNames, removeData, signIn } from './bureau.mjs';
import { findPostgres, startCluster, takeSteps } from './cluster.mjs';
import { failToStart, startServer } from './servers.mjs';

/** Number of migrations of the first schema that a bureau used. */
const FIRST = 6;

/**
 * Upgrades the data of the first Darkroom, in the oldest PostgreSQL of this machine, in both possible ways: a backup
 * that is restored into the embedded database, and the start of today's program on the old data. Then checks that a
 * program that is older than the data is refused.
 */
export async function upgrade() {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-upgrade-'));
  // The account that runs PostgreSQL for root needs access to the folder.
  chmodSync(folder, 0o755);
  const postgres = findPostgres();
  const cluster = await startCluster(`${folder}/cluster`, postgres);
  const there = envOf(`${folder}/there`, cluster.databaseUrl);
  const here = envOf(`${folder}/here`);
  try {
    await takeSteps(cluster, FIRST);
    await cluster.query(readFileSync(at('apps/server/src/backup/older-bureau.sql'), 'utf8'));
    const { rows } = await cluster.query('select job_name from job');
    const written = rows.map(({ job_name }) => job_name);

    await command('backup', ['--to', `${folder}/backups`], there);
    await command('restore', [`${folder}/backups/${readdirSync(`${folder}/backups`)[0]}`], here);
    const restored = await countIn(here, written);
    const inPlace = await countIn(there, written);
    await command('verify', [], there);

    await cluster.query(`insert into schema_migration (number, name, checksum) values (999, '999_of_tomorrow', '')`);
    const line = await failToStart(there);
    if (!/newer than this program/.test(line)) throw new Error(`the older program said: ${line}`);
    const none = postgres.major === 18 ? ' (LEFT OUT: another PostgreSQL, there is none on this machine)' : '';
    return `first schema in PostgreSQL ${postgres.major}${none}: ${written.length} jobs written; ${restored} restored into the embedded one; ${inPlace} in place`;
  } finally {
    await cluster.stop();
    removeData(`${folder}/here`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts today's server, signs in with the old password, and counts the stored jobs. */
async function countIn(env, written) {
  const server = await startServer(env);
  try {
    const names = await jobNames(server, await signIn(server));
    const lost = written.filter((name) => !names.includes(name));
    if (lost.length > 0 || names.length !== written.length)
      throw new Error(`${written.length} jobs written, ${names.length} there, ${lost.length} lost`);
    return `${names.length} there, ${lost.length} lost`;
  } finally {
    await server.stop();
  }
}
