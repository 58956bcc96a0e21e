import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { archiveAudit, loadAuditArchive } from './audit-archive.ts';

let ownDatabase: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'darkroom-test-'));
const now = new Date('2026-11-20T02:00:00Z');
const archiveMonths = (before: string) => archiveAudit(ownDatabase.directUrl, { before, folder, now });
const readAll = async () =>
  (await sql<{ row: unknown }>`select to_jsonb(a) as row from audit a order by id`.execute(ownDatabase.db)).rows;

beforeAll(async () => {
  ownDatabase = await createTestDatabase();
  // The last minute of a month in Bangkok is the previous day in UTC. 4,500 rows need several batches.
  await sql`insert into audit (at, action, entity, entity_id, before, after, note)
    select at, 'job.update', 'job', n::text, jsonb_build_object('job_name', 'Ảnh "cưới"' || n), '{"x":[1,2.50]}'::jsonb, e'two\nlines \\ and more'
      from generate_series(1, 4500) n, unnest(array['2024-12-31T16:59:59.123456Z'::timestamptz]) at
    union all select '2024-12-31T17:00:00Z', 'job.add', 'job', '1', null, null, null
    union all select '2026-11-01T00:00:00Z', 'job.add', 'job', '2', null, null, null`.execute(ownDatabase.db);
});
afterAll(async () => {
  await ownDatabase.drop();
  rmSync(folder, { recursive: true });
});

describe('the archive of the audit', () => {
  it('the archive moves whole Bangkok months into private files and restores them unchanged', async () => {
    const before = await readAll();
    const months = await archiveMonths('2025-01');
    expect(months).toEqual([{ month: '2024-12', path: join(folder, 'audit-2024-12.jsonl.gz'), rows: 4500 }]);
    expect(readdirSync(folder)).toEqual(['audit-2024-12.jsonl.gz']);
    const path = months[0]?.path ?? '';
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const originalRows = await readAll();
    expect(originalRows).toHaveLength(3);
    expect(JSON.stringify(originalRows.at(-1))).toMatch(/2024-12: 4500 rows, SHA-256 [0-9a-f]{64}.*audit\.archive/);
    expect(await archiveMonths('2025-01')).toEqual([]);
    await expect(sql`delete from audit`.execute(ownDatabase.db)).rejects.toThrow('append-only');

    expect(await loadAuditArchive(ownDatabase.directUrl, path)).toBe(4500);
    expect((await readAll()).slice(0, before.length)).toEqual(before);
    expect(await loadAuditArchive(ownDatabase.directUrl, path)).toBe(0);
    // The file is not overwritten.
    await expect(archiveMonths('2025-01')).rejects.toThrow('Archives are never replaced');
    expect(await readAll()).toHaveLength(before.length + 1);
  });

  it('a truncated or changed file restores no row', async () => {
    const path = join(folder, 'audit-2024-12.jsonl.gz');
    const whole = readFileSync(path);
    const text = gunzipSync(whole).toString();
    const broken = {
      cut: whole.subarray(0, 5000),
      altered: gzipSync(text.replace('cưới', 'tang')),
      shorter: gzipSync(text.slice(0, 9000)),
    };
    await sql`alter table audit disable trigger audit_append_only`.execute(ownDatabase.db);
    await sql`delete from audit where action = 'job.update'`.execute(ownDatabase.db);
    await sql`alter table audit enable trigger audit_append_only`.execute(ownDatabase.db);
    const remainingRows = await readAll();
    for (const [name, bytes] of Object.entries(broken)) {
      const file = join(folder, name);
      writeFileSync(file, bytes);
      await expect(loadAuditArchive(ownDatabase.directUrl, file)).rejects.toThrow(/incomplete|changed/);
      expect(existsSync(file)).toBe(true);
    }
    expect(await readAll()).toEqual(remainingRows);
  });

  it('the last twelve months stay in the database', async () => {
    await expect(archiveMonths('2025-12')).rejects.toThrow('--before 2025-11 at most');
    await expect(archiveMonths('last year')).rejects.toThrow('--before is a month');
  });
});
