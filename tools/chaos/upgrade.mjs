import { mkdtempSync, chmodSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathInRoot } from '../root.mjs';
import { runCommand, createEnv, jobNames, removeData, signIn } from './bureau.mjs';
import { findPostgres, startCluster, applyMigrations } from './cluster.mjs';
import { failToStart, startServer } from './servers.mjs';

/** Number of migrations of the first schema that a bureau used. */
const FIRST_MIGRATIONS = 6;

/**
 * Upgrades the data of the first Darkroom from the oldest PostgreSQL: by backup and restore, and by a start of the
 * current program. Also checks that an older program is refused.
 */
export async function upgrade() {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-upgrade-'));
  // The account that runs PostgreSQL for root needs access to the folder.
  chmodSync(folder, 0o755);
  const postgres = findPostgres();
  const cluster = await startCluster(`${folder}/cluster`, postgres);
  const oldEnv = createEnv(`${folder}/there`, cluster.databaseUrl);
  const newEnv = createEnv(`${folder}/here`);
  try {
    await applyMigrations(cluster, FIRST_MIGRATIONS);
    await cluster.query(readFileSync(pathInRoot('apps/server/src/backup/older-bureau.sql'), 'utf8'));
    const { rows } = await cluster.query('select job_name from job');
    const jobNamesBefore = rows.map(({ job_name }) => job_name);

    await runCommand('backup', ['--to', `${folder}/backups`], oldEnv);
    await runCommand('restore', [`${folder}/backups/${readdirSync(`${folder}/backups`)[0]}`], newEnv);
    const restored = await countJobsIn(newEnv, jobNamesBefore);
    const inline = await countJobsIn(oldEnv, jobNamesBefore);
    await runCommand('verify', [], oldEnv);

    await cluster.query(`insert into schema_migration (number, name, checksum) values (999, '999_of_tomorrow', '')`);
    const line = await failToStart(oldEnv);
    if (!/newer than this program/.test(line)) throw new Error(`the older program printed: ${line}`);
    const note = postgres.major === 18 ? ' (SKIPPED: this machine has no other PostgreSQL)' : '';
    return `first schema in PostgreSQL ${postgres.major}${note}: ${jobNamesBefore.length} jobs written; ${restored} restored into the embedded database; ${inline} in place`;
  } finally {
    await cluster.stop();
    removeData(`${folder}/here`);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the current server, signs in with the old password, and counts the stored jobs. */
async function countJobsIn(env, jobNamesBefore) {
  const server = await startServer(env);
  try {
    const names = await jobNames(server, await signIn(server));
    const lost = jobNamesBefore.filter((name) => !names.includes(name));
    if (lost.length > 0 || names.length !== jobNamesBefore.length)
      throw new Error(`${jobNamesBefore.length} jobs written, ${names.length} stored, ${lost.length} lost`);
    return `${names.length} stored, ${lost.length} lost`;
  } finally {
    await server.stop();
  }
}
