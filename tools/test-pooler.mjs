import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startCluster } from './chaos/cluster.mjs';
import { hasPooler, startPooler } from './chaos/pooler.mjs';
import { ensureInstalled } from './install.mjs';
import { exitWithError, getBinCommand, run } from './root.mjs';

// `npm run test:pooler` runs the server tests through PgBouncer in transaction mode (docs/production.md). Arguments go to Vitest.

if (!hasPooler()) exitWithError('PgBouncer is missing: apt-get install pgbouncer');
await ensureInstalled();
const folder = mkdtempSync(join(tmpdir(), 'darkroom-pooler-'));
// The account that runs PostgreSQL for root needs access to the folder.
chmodSync(folder, 0o755);
let cluster;
let pooler;
try {
  cluster = await startCluster(join(folder, 'cluster'), findPostgres(), {
    settings: ['max_connections=500', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off'],
  });
  pooler = await startPooler(join(folder, 'pooler'), cluster);
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: pooler.databaseUrl,
    LISTEN_DATABASE_URL: cluster.databaseUrl,
    DB_PREPARE: 'off',
  };
  const [node, vitest] = getBinCommand('vitest/vitest.mjs');
  const { code } = await run(node, [vitest, 'run', '--project=server', ...process.argv.slice(2)], { env });
  process.exitCode = code;
} finally {
  await pooler?.stop();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}
