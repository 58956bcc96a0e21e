import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBureau, removeData } from './bureau.mjs';
import { canReplicate, findPostgres, startCluster, startStandby } from './cluster.mjs';
import { waitFor } from './ha-cluster.mjs';
import { closeAll } from './servers.mjs';

const MONTH = { date_from: '2026-11-01', date_to: '2026-11-30' };
/** Time until a late replica is not read: its limit of 10 s, and some seconds until the next check sees it. */
const LATE_WITHIN_MS = 25_000;
/** A replica that is given up earlier was not late. */
const MIN_LATE_S = 5;

/**
 * Pauses the replay of a replica while the data of the primary change. Reports show the older data while the replica is at
 * most 10 s late, then those of the primary. After the replay continues, they use the replica again. The metrics and the
 * log say which one is read. A replica that has ended is not read either.
 */
export async function makeReplicaLate() {
  const postgres = findPostgres();
  if (!canReplicate(postgres)) return 'SKIPPED: needs apt-get install postgresql-15';
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-replica-'));
  // The account that runs PostgreSQL for root needs access to the folder.
  chmodSync(folder, 0o755);
  let primary;
  let standby;
  let bureau;
  try {
    primary = await startCluster(join(folder, 'primary'), postgres);
    standby = await startStandby(join(folder, 'standby'), primary);
    const env = { REPORTS_DATABASE_URL: standby.databaseUrl, LOG_LEVEL: 'warn' };
    bureau = await openBureau(join(folder, 'data'), { databaseUrl: primary.databaseUrl, env });
    const [server] = bureau.servers;
    const ask = (path, body) => server.call(path, body, bureau.token);
    const readMetric = async (name) => {
      const headers = { authorization: `Bearer ${bureau.token}` };
      const text = await (await fetch(`${server.origin}/metrics`, { headers })).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    const waitForUse = (used) =>
      waitFor(
        `the replica is ${used ? '' : 'not '}used`,
        async () => (await readMetric('darkroom_replica_used')) === Number(used),
        LATE_WITHIN_MS,
      );
    /** Reads the currency of a period report, which comes from the database that the report reads. */
    const readCurrency = async () => (await ask('/api/customer/price-report', MONTH)).currency;
    const expectCurrency = async (expected, when) => {
      const found = await readCurrency();
      if (found !== expected) throw new Error(`a report ${when} has ${found} instead of ${expected}`);
    };

    await waitForUse(true);
    await waitFor('the replica has the settings', async () => (await readCurrency()) === 'USD', LATE_WITHIN_MS);
    await standby.query('select pg_wal_replay_pause()');
    await waitFor(
      'the replay pauses',
      async () => (await standby.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state === 'paused',
    );
    const pausedAt = performance.now();
    const { results: settings } = await ask('/api/metadata/list', { data_type: 'JOB_TASK' });
    const { version } = settings.find(({ key }) => key === 'currency');
    await ask('/api/metadata/update', { data_type: 'JOB_TASK', key: 'currency', version, value: 'EUR' });
    await expectCurrency('USD', 'of a replica that is not late yet');
    await waitForUse(false);
    const lateAfter = (performance.now() - pausedAt) / 1000;
    // The age is measured from the last check before the pause, which a busy machine delays.
    if (lateAfter < MIN_LATE_S) throw new Error(`the replica was given up after ${lateAfter.toFixed(1)} s`);
    await expectCurrency('EUR', 'after the replica is late');
    const lag = await readMetric('darkroom_replica_lag_seconds');
    if (!(lag > 10)) throw new Error(`the metric says that the replica is ${lag} s late`);
    expectLine(server, /reports: the replica is over 10 s late, the primary is read/);

    await standby.query('select pg_wal_replay_resume()');
    await waitForUse(true);
    await expectCurrency('EUR', 'after the replay has continued');
    expectLine(server, /late[^]*reports: read from the replica/);

    await standby.stop();
    await waitForUse(false);
    await expectCurrency('EUR', 'after the replica has ended');
    expectLine(server, /reports: the replica does not answer, the primary is read/);
    return `reports came from the primary ${lateAfter.toFixed(1)} s after the replay paused (metric ${lag.toFixed(1)} s), and from the replica again after it continued`;
  } finally {
    await closeAll(bureau?.servers ?? []);
    await standby?.stop();
    await primary?.stop();
    removeData(folder);
  }
}

function expectLine(server, line) {
  if (!line.test(server.said())) throw new Error(`the log has no line ${line}:\n${server.said().trim()}`);
}
