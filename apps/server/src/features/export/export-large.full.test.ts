import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildDetail } from '../../testing/factories/work.ts';
import { openSession } from '../../testing/session-makers.ts';

const ROWS = 100_000;
const MEGABYTE = 1024 * 1024;
// Memory of the lines in transfer, the packer's buffers and the driver's buffers. A million rows need no more.
const MAX_MEMORY = 40 * MEGABYTE;
const POLL = { timeout: 60_000 };

let testDatabase: TestDatabase;
let db: Database;
let child: ChildProcess;
let address: string;
let token: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = testDatabase.db;
  const { job_detail_id } = await buildDetail(db, {
    note: 'Chỉnh màu, xoá phông',
    job: { job_link: 'https://example.com/anh' },
  });
  for (let first = 1; first <= ROWS; first += 5000) {
    await sql`
      insert into task (job_detail_id, notes)
      select ${job_detail_id}, 'Ảnh số ' || n || ', làm kỹ phần da và tóc'
        from generate_series(${first}::int, ${first}::int + 4999) n`.execute(db);
  }
  const { user_id } = await buildStaff(db, { permissions: ['npn_view_all_tasks'] });
  token = await openSession(db, user_id, new Date().toISOString());
  const program = `
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport(${JSON.stringify(join(import.meta.dirname, '../../testing/server-child.ts'))});
    await module.serveWithMemorySamples(${JSON.stringify(testDatabase.directUrl)});`;
  child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  [{ address }] = (await once(child, 'message')) as [{ address: string }];
});
afterAll(async () => {
  child?.kill('SIGKILL');
  if (child) await once(child, 'exit');
  await testDatabase.drop();
});

const exportFile = (filter: object, options: { format?: 'xlsx' | 'pdf'; signal?: AbortSignal } = {}) =>
  fetch(address + endpoints.export.tasks.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format: options.format ?? 'xlsx', language: 'vi', filter }),
    signal: options.signal ?? null,
  });

async function readPeakMemory(): Promise<number> {
  child.send('how much?');
  const [{ most }] = (await once(child, 'message')) as [{ most: number }];
  return most;
}

/**
 * Counts the open transactions. An export's transaction lasts from before its first byte until the server releases it.
 */
const countOpenTransactions = async (sinceMs = 0) => {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and xact_start <= clock_timestamp() - ${sinceMs} * interval '1 ms'`.execute(db);
  return rows[0]!.n;
};

describe('an export of a hundred thousand rows', () => {
  it('the export streams to its end with at most 40 MB of server memory', async ({ signal }) => {
    await (await exportFile({ text: 'nothing has this name' })).arrayBuffer();
    await readPeakMemory();
    await sleep(100);
    const before = await readPeakMemory();
    const response = await exportFile({}, { signal });
    expect(response.headers.get('x-total-rows')).toBe(String(ROWS));
    let bytes = 0;
    for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
    const peakMemory = await readPeakMemory();
    process.stdout.write(
      `${ROWS} rows, ${Math.round(bytes / MEGABYTE)} MB: held +${Math.round((peakMemory - before) / MEGABYTE)} MB\n`,
    );
    expect(bytes).toBeGreaterThan(2 * MEGABYTE);
    expect(peakMemory - before).toBeLessThan(MAX_MEMORY);
  });

  it('the export stops and releases its connection when its reader leaves', async () => {
    for (let n = 0; n < 5; n++) {
      const abortController = new AbortController();
      const response = await exportFile({}, { signal: abortController.signal });
      const reader = response.body!.getReader();
      await reader.read();
      abortController.abort();
      await reader.read().catch(() => undefined);
      await expect.poll(countOpenTransactions, POLL).toBe(0);
    }
  });

  it('exports of one person run one after the other', async () => {
    let maxDelay = 0;
    let isRunning = true;
    const watchConnections = async () => {
      while (isRunning) {
        // Short ones are reads of other requests, or an export that ends while the next begins.
        maxDelay = Math.max(maxDelay, await countOpenTransactions(2500));
        await sleep(20);
      }
    };
    const watched = watchConnections();
    const statuses = await Promise.all(
      [1, 2].map(async () => {
        const response = await exportFile({});
        await response.arrayBuffer();
        return response.status;
      }),
    );
    isRunning = false;
    await watched;
    expect(maxDelay).toBeLessThanOrEqual(1);
    // The second export is refused if the first takes longer than the wait limit.
    expect(statuses).toContain(200);
    expect([200, 429]).toEqual(expect.arrayContaining(statuses));
  });

  it('the export is refused as PDF, and the error offers Excel', async () => {
    const refused = await exportFile({}, { format: 'pdf' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: 'too_many_rows',
      title: expect.stringContaining('Excel') as string,
    });
    await expect.poll(countOpenTransactions, POLL).toBe(0);
  });
});
