import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAll } from './servers.mjs';
import { openBureau, removeData, runCommand, runWhileAddingJobs } from './bureau.mjs';
import { findMissingPackages, startHaCluster, waitFor } from './ha-cluster.mjs';

const PEOPLE = 30;
const THINK_MS = 2000;
/** Longest time without an acknowledged change and without a live event after a fault. */
const MAX_OUTAGE_S = 30;
/** Longest time of a planned switch-over. */
const MAX_SWITCH_S = 5;

const FAULTS = {
  killed: (node) => node.kill(),
  'cut off': (node) => node.cut(),
  frozen: (node) => node.freeze(),
  // PostgreSQL refuses changes and stays the primary, so an operator acts on the alert.
  'disk full': async (node, { bureau, cluster }) => {
    const before = bureau.refusals.get('disk_full') ?? 0;
    node.fill();
    await waitFor('changes are refused', () => (bureau.refusals.get('disk_full') ?? 0) > before);
    await cluster.failOver(node);
  },
};

/**
 * Takes the primary away under the work of 30 people, again and again, and hands it over twice. No acknowledged change
 * is lost and none is applied twice. Changes and live events continue by themselves. A short run kills the primary once
 * and hands it over once, without limits of time, because other tests run at the same time.
 */
export async function failOver({ short = false, print = () => undefined } = {}) {
  const [times, switchTimes] = short ? [1, 1] : [20, 2];
  const missing = findMissingPackages();
  if (missing.length > 0) return `SKIPPED: needs apt-get install ${missing.join(' ')}`;
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-cluster-'));
  // The account that runs PostgreSQL for root needs access to the folder.
  chmodSync(folder, 0o755);
  let cluster;
  let bureau;
  try {
    cluster = await startHaCluster(join(folder, 'ha'));
    const env = { REPORTS_DATABASE_URL: cluster.replicaUrl };
    bureau = await openBureau(join(folder, 'data'), { servers: 2, databaseUrl: cluster.databaseUrl, env });
    const screens = bureau.servers.map((server) => watchLiveEvents(server, bureau.token));
    const outages = [];
    const switches = [];
    const figures = await runWhileAddingJobs(
      bureau,
      async () => {
        for (let n = 0; n < times; n++) {
          const [name, harm] = Object.entries(FAULTS)[n % Object.keys(FAULTS).length];
          await cluster.whole();
          const primary = await cluster.findPrimary();
          if (name === 'disk full' && !primary.canFill) continue;
          const startedAt = performance.now();
          await harm(primary, { bureau, cluster });
          const seconds = await measureOutage(bureau, screens, startedAt);
          if (name === 'cut off' || name === 'frozen') await checkOldPrimary(primary, name);
          await primary.restore();
          outages.push(seconds);
          print(
            `  ${n + 1}. ${name}: changes after ${seconds.changes.toFixed(1)} s, live events after ${seconds.events.toFixed(1)} s`,
          );
        }
        for (let n = 0; n < switchTimes; n++) {
          await cluster.whole();
          await sleep(5000);
          const failuresBefore = sumRefusals(bureau);
          const slowest = bureau.slowest;
          bureau.slowest = 0;
          await cluster.switchOver();
          await cluster.whole();
          switches.push({ slowest: bureau.slowest / 1000, failures: sumRefusals(bureau) - failuresBefore });
          print(
            `  switch-over: longest change ${(bureau.slowest / 1000).toFixed(1)} s, ${sumRefusals(bureau) - failuresBefore} failed`,
          );
          bureau.slowest = Math.max(slowest, bureau.slowest);
        }
      },
      { writers: PEOPLE, pauseMs: THINK_MS },
    );
    screens.forEach((screen) => screen.close());
    if (bureau.servers.some((server) => server.ended())) throw new Error('a server process ended');
    print(`  ${figures}`);
    await runCommand('verify', [], bureau.env);
    await runCommand('backup', ['--to', join(folder, 'backups')], bureau.env);
    const longest = (kind) => Math.max(0, ...outages.map((outage) => outage[kind]));
    if (!short && (longest('changes') > MAX_OUTAGE_S || longest('events') > MAX_OUTAGE_S))
      throw new Error(
        `an outage of ${longest('changes').toFixed(1)} s, live events after ${longest('events').toFixed(1)} s`,
      );
    const switchSeconds = Math.max(...switches.map(({ slowest }) => slowest));
    const failures = switches.reduce((sum, one) => sum + one.failures, 0);
    if (!short && (switchSeconds > MAX_SWITCH_S || failures > 0))
      throw new Error(`a switch-over of ${switchSeconds.toFixed(1)} s with ${failures} failed calls`);
    return `${outages.length} failovers, changes after at most ${longest('changes').toFixed(1)} s, live events after ${longest('events').toFixed(1)} s; switch-over ${switchSeconds.toFixed(1)} s; ${figures}`;
  } catch (error) {
    throw new Error(`${error.message}\n${cluster?.readLogs() ?? ''}`, { cause: error });
  } finally {
    await closeAll(bureau?.servers ?? []);
    await cluster?.stop();
    removeData(folder);
  }
}

const sumRefusals = (bureau) => [...bureau.refusals.values()].reduce((sum, n) => sum + n, 0);

/** Measures the time until a change is acknowledged and until every screen receives an event of a later change. */
async function measureOutage(bureau, screens, startedAt) {
  // Changes that were on their way can still be acknowledged.
  await sleep(1500);
  const before = bureau.acknowledged.size;
  await waitFor('a change is acknowledged', () => bureau.acknowledged.size > before);
  const changedAt = performance.now();
  await waitFor('the screens are live', () => screens.every((screen) => screen.lastEventAt() > changedAt));
  return { changes: (changedAt - startedAt) / 1000, events: (performance.now() - startedAt) / 1000 };
}

/** The lost primary must not acknowledge a change, neither while it is cut off nor when it continues (split brain). */
async function checkOldPrimary(node, name) {
  if (name === 'frozen') node.thaw();
  const written = await node
    .query("insert into job_day (job_date, last_number) values ('1999-01-01', 1)", 'darkroom', 4000)
    .then(
      () => true,
      () => false,
    );
  if (written) throw new Error(`The old primary acknowledged a change after it was ${name}.`);
}

/** Reads the event stream of a server as a screen does, and connects again after an end. */
function watchLiveEvents(server, token) {
  let last = 0;
  const stopped = new AbortController();
  void (async () => {
    while (!stopped.signal.aborted) {
      try {
        const response = await fetch(`${server.origin}/api/live`, {
          headers: { authorization: `Bearer ${token}` },
          signal: stopped.signal,
        });
        const decoder = new TextDecoder();
        for await (const chunk of response.body)
          if (decoder.decode(chunk).includes('event: change')) last = performance.now();
      } catch {
        // The next turn connects again.
      }
      await sleep(500);
    }
  })();
  return { lastEventAt: () => last, close: () => stopped.abort() };
}
