import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveSteps } from '@darkroom/server/archive/steps-archive';
import { verifyDatabase } from '@darkroom/server/backup/verify';
import { connect } from '@darkroom/server/db/connect';
import { seedDemo } from '../demo/demo.ts';
import { createTestApp, type TestApp } from '@darkroom/server/testing/app';
import { createTestDatabase, type TestDatabase } from '@darkroom/server/testing/database';
import { recordStatements } from '@darkroom/server/testing/statements';
import { rollUpAllQuality, rollUpQuality } from '@darkroom/server/features/quality/rollup.service';

const NOW = '2026-11-20T09:30:00.000Z';
const SMALL = { log: () => undefined, days: 20, jobs: 240, open: 50, now: NOW };

let demoDatabase: TestDatabase;
let fullRollup: unknown;

const readRollup = async () => {
  const { rows } = await sql`
    select (select md5(string_agg(f::text, '|' order by history_id)) from quality_fact f) as facts,
           (select count(*) from quality_fact) as n,
           (select md5(string_agg(s::text, '|' order by facet, span, starts_on, workstream, key_1, key_2)) from quality_sum s where checked + completed + reworked <> 0) as sums,
           (select md5(string_agg(k::text, '|' order by facet, span, starts_on, workstream, key_1, key_2, kind)) from quality_fault_sum k where n <> 0) as kinds`.execute(
    demoDatabase.db,
  );
  return rows[0];
};
const deleteRollup = () =>
  sql`with f as (delete from quality_fact), s as (delete from quality_sum), k as (delete from quality_fault_sum), t as (delete from quality_stale)
      update quality_progress set counted_to = 0, latest_step = 0, latest_transaction = 0, as_of = null`.execute(
    demoDatabase.db,
  );

beforeAll(async () => {
  demoDatabase = await createTestDatabase();
  await seedDemo(demoDatabase.db, SMALL);
  fullRollup = await readRollup();
});
afterAll(() => demoDatabase.drop());

const MAX_SETTLE_MS = 90_000;
const MAX_WRITE_MS = 20_000;

describe('the rollup of the history', () => {
  beforeEach(deleteRollup);

  it('the rollup has the same result with any batch size', async () => {
    await rollUpAllQuality(demoDatabase.db, NOW, 137);
    expect(await readRollup()).toEqual(fullRollup);
  });

  it('the rollup has the same result when several processes run it at once', async () => {
    const otherConnection = connect({ databaseUrl: demoDatabase.databaseUrl, dbPool: 2 });
    try {
      await Promise.all([
        rollUpAllQuality(demoDatabase.db, NOW, 97),
        rollUpAllQuality(otherConnection, NOW, 211),
        rollUpAllQuality(otherConnection, NOW, 61),
      ]);
    } finally {
      await otherConnection.destroy();
    }
    expect(await readRollup()).toEqual(fullRollup);
  });

  it(
    'the rollup continues at its last position after it is killed',
    async () => {
      const victim = connect({ databaseUrl: demoDatabase.databaseUrl, dbPool: 1, onError: () => undefined });
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(victim);
      // Steps are final when every earlier transaction in this PostgreSQL has ended, including those of other tests. Final steps stay
      // final, so later batches do not wait.
      await vi.waitFor(async () => expect(await rollUpQuality(victim, NOW, 300)).toBe('more'), MAX_SETTLE_MS);
      // The next write is blocked, so that the process is killed in the middle of a part.
      const holder = connect({ databaseUrl: demoDatabase.databaseUrl, dbPool: 1 });
      const dying = await holder.transaction().execute(async (held) => {
        await sql`lock table quality_sum in access exclusive mode`.execute(held);
        const fate = rollUpAllQuality(victim, NOW, 60).then(
          () => 'finished',
          () => 'killed',
        );
        await vi.waitFor(async () => {
          const waits =
            await sql`select from pg_stat_activity where pid = ${rows[0]!.pid} and wait_event_type = 'Lock'`.execute(
              demoDatabase.db,
            );
          expect(waits.rows).toHaveLength(1);
        }, MAX_WRITE_MS);
        await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(demoDatabase.db);
        return { fate: await fate };
      });
      await holder.destroy();
      expect(dying.fate).toBe('killed');
      await victim.destroy();
      await rollUpAllQuality(demoDatabase.db, NOW);
      expect(await readRollup()).toEqual(fullRollup);
      expect((await verifyDatabase(demoDatabase.databaseUrl)).filter(({ ids }) => ids.length > 0)).toEqual([]);
    },
    MAX_SETTLE_MS + MAX_WRITE_MS,
  );

  it('the rollup processes several batches while a later transaction is open', async () => {
    await vi.waitFor(async () => expect(await rollUpQuality(demoDatabase.db, NOW, 40)).toBe('more'), MAX_SETTLE_MS);
    const otherConnection = connect({ databaseUrl: demoDatabase.databaseUrl, dbPool: 1 });
    await otherConnection.transaction().execute(async (tx) => {
      await sql`update task set notes = notes where task_id = (select min(task_id) from task)`.execute(tx);
      for (let part = 0; part < 3; part++) expect(await rollUpQuality(demoDatabase.db, NOW, 40)).toBe('more');
    });
    await otherConnection.destroy();
    await rollUpAllQuality(demoDatabase.db, NOW);
    expect(await readRollup()).toEqual(fullRollup);
  });

  it('the rollup includes a step with a lower number that becomes visible later', async () => {
    await rollUpAllQuality(demoDatabase.db, NOW);
    const { rows } = await sql<{ task_id: number; editor: number }>`
      select task_id, editor from task where status = 4 order by task_id limit 2`.execute(demoDatabase.db);
    const [slow, fast] = rows;
    const reportCheck = (db: typeof demoDatabase.db, task: (typeof rows)[number]) =>
      sql`insert into task_history (task_id, action, from_status, to_status, at, x1, x2, x3, editor)
          values (${task.task_id}, 'qc1_done', 5, 6, ${NOW}, 1, 0, 0, ${task.editor})`.execute(db);
    const findFact = async ({ task_id }: { task_id: number }) =>
      (await sql`select from quality_fact where task_id = ${task_id} and at = ${NOW}`.execute(demoDatabase.db)).rows
        .length;
    const otherConnection = connect({ databaseUrl: demoDatabase.databaseUrl, dbPool: 1 });
    await otherConnection.transaction().execute(async (tx) => {
      await reportCheck(tx, slow!);
      await reportCheck(demoDatabase.db, fast!);
      // The later number is visible and the earlier one is not, so no step is passed over.
      expect(await rollUpQuality(demoDatabase.db, NOW)).toBe('wait');
      expect([await findFact(slow!), await findFact(fast!)]).toEqual([0, 0]);
    });
    await otherConnection.destroy();
    await rollUpAllQuality(demoDatabase.db, NOW);
    expect([await findFact(slow!), await findFact(fast!)]).toEqual([1, 1]);
    await sql`delete from task_history where at = ${NOW} and action = 'qc1_done'`.execute(demoDatabase.db);
  });

  it('the rollup keeps the counts of archived steps', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quality-'));
    const later = new Date('2028-01-15T02:00:00.000Z');
    try {
      await sql`update allowance_month set state = 'CLOSED'`.execute(demoDatabase.db);
      expect(await archiveSteps(demoDatabase.databaseUrl, { before: '2026-12', folder, now: later })).toEqual([]);
      await rollUpAllQuality(demoDatabase.db, NOW);
      const [archived] = await archiveSteps(demoDatabase.databaseUrl, { before: '2026-12', folder, now: later });
      expect(archived?.tasks).toBeGreaterThan(50);
      const before = await readRollup();
      await sql`insert into quality_stale (task_id) select task_id from task`.execute(demoDatabase.db);
      await rollUpAllQuality(demoDatabase.db, NOW);
      expect(await readRollup()).toEqual(before);
      expect(before).toEqual(fullRollup);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('effect of the rollup on others', () => {
  let bureau: TestApp;
  beforeAll(async () => {
    await rollUpAllQuality(demoDatabase.db, NOW);
    bureau = await createTestApp({ database: demoDatabase });
  });
  afterAll(() => bureau.close());

  it('a step does not read or write the tables of the rollup', async () => {
    const root = await bureau.as({ is_superuser: true });
    const { rows } = await sql<{
      task_id: number;
      version: number;
    }>`select task_id, version from task where status = 3 limit 1`.execute(demoDatabase.db);
    const { statements: sent } = await recordStatements(async () => {
      await root.call(endpoints.task.act, { ...rows[0]!, action: 'done', x1: 3, over: true });
    });
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.filter((statement) => JSON.stringify(statement).includes('quality_'))).toEqual([]);
  });
});
