import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { readConfig } from '@darkroom/server/config';
import type { TestServer } from '@darkroom/server/testing/test-server';
import { sql } from 'kysely';
import { createBureau, type BenchBureau } from './bureau.ts';
import { formatIsolation, measureIsolation, REPLICA_LOAD, type IsolationResult } from './isolation.ts';
import { holdToCore } from './processes.ts';
import { ROLES } from './roles.ts';
import { saveFigures } from './results.ts';
import { TARGETS } from './targets.ts';

/** Some seconds, so that each measurement sees several parts of a file. */
const CALLS = 200;
/** Core of the server and of the primary (tools/bench.mjs). The replica is held to the other one. */
const SERVER_CORE = 0;
const OTHER_CORE = 1;
const MAX_CATCH_UP_MS = 60_000;
const TARGET = 'replica';
const SUPERUSER = ROLES.find(({ name }) => name === 'Superuser')?.username ?? '';

/** Runs with and without the replica. Files are made next to the server, or as by a machine with a spare core. */
const CASES = [
  { name: 'replica, files on its core', replica: true, fileCore: OTHER_CORE, id: TARGET },
  { name: 'replica, files on the core of the server', replica: true, fileCore: SERVER_CORE },
  { name: 'no replica, files on the other core', replica: false, fileCore: OTHER_CORE },
  { name: 'no replica, files on the core of the server', replica: false, fileCore: SERVER_CORE },
] as const;

/**
 * Measures a task list of the primary while files and reports are read from a hot standby (decision 169), and the same
 * without one. Returns true if the target is met.
 */
export async function measureReplica(
  server: TestServer,
  { jobs, rounds, load }: { jobs: number; rounds: number; load: number },
): Promise<boolean> {
  const { reportsDatabaseUrl } = readConfig();
  holdToCore(process.pid, SERVER_CORE);
  const results: IsolationResult[] = [];
  let postgres = '';
  for (const replica of [true, false]) {
    const reportsUrl = replica ? reportsDatabaseUrl : null;
    const bureau = await createBureau(server, TARGET, { jobs, keep: true, reportsUrl });
    try {
      postgres = await readMajorVersion(bureau);
      if (replica) await waitForReplica(bureau);
      for (const { name, fileCore } of CASES.filter((item) => item.replica === replica)) {
        const options = {
          only: new RegExp(`^${REPLICA_LOAD}$`),
          rounds,
          calls: CALLS,
          senderCore: OTHER_CORE,
          fileCore,
        };
        for (const result of await measureIsolation(bureau, options)) results.push({ ...result, load: name });
      }
      if (replica && !(await isReplicaUsed(bureau))) throw new Error('The replica was not used until the end.');
    } finally {
      await bureau.close();
    }
  }
  const target = TARGETS.find(({ id }) => id === TARGET)?.most ?? 0;
  console.log(`\nA task list of ${jobs * 5} tasks, load of the machine before ${load.toFixed(1)}. ${REPLICA_LOAD}:\n`);
  console.log(formatIsolation(results, target));
  const [measured] = results;
  if (!measured) return false;
  const note = results.map((result) => `${result.load} × ${result.ratio.toFixed(2)}`).join('; ');
  console.log(`\n${saveFigures(postgres, load, { [TARGET]: { figure: measured.ratio, note } })}`);
  return measured.ratio <= target;
}

async function readMajorVersion({ db }: BenchBureau): Promise<string> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  return rows[0]?.server_version.split('.')[0] ?? '';
}

async function isReplicaUsed({ server, as }: BenchBureau): Promise<boolean> {
  const { token = '' } = as(SUPERUSER).makeRequest(endpoints.user.me, {});
  const response = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return /^darkroom_replica_used 1$/m.test(await response.text());
}

async function waitForReplica(bureau: BenchBureau): Promise<void> {
  for (const until = performance.now() + MAX_CATCH_UP_MS; !(await isReplicaUsed(bureau)); await sleep(500))
    if (performance.now() > until) throw new Error('The replica does not catch up.');
}
