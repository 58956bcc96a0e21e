import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { hashPassword } from '../user/password.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const listAudit = async (who: ApiClient, filter: InputOf<typeof endpoints.audit.list> = {}) =>
  (await who.call(endpoints.audit.list, { page_size: 200, ...filter })).results;

/** Changes the pay of a member, with a reason. */
async function raisePay(): Promise<number> {
  const { user_id } = await buildStaff(bureau.db, { permissions: [] });
  await sql`insert into audit (at, actor_id, action, entity, entity_id, before, after, note) values
    (${bureau.clock()}, ${boss.user_id}, 'staff.update', 'staff', ${String(user_id)},
     '{"full_name": "Lan", "salary_1": 100, "position": "Editor"}', '{"full_name": "Lan", "salary_1": 987654, "position": "QC"}', 'promoted by Hoa')`.execute(
    bureau.db,
  );
  return user_id;
}

describe('the audit', () => {
  it('the audit shows person, record, values before → after and address, newest first', async () => {
    const { job_id } = await buildTask(bureau.db);
    await boss.call(endpoints.job.update, { job_id, version: 1, job_name: 'Wedding' });
    bureau.clock.advance(60_000);
    await boss.call(endpoints.job.update, { job_id, version: 2, job_name: 'Wedding in Huế' });
    const [newest, first] = await listAudit(boss);
    expect(newest).toMatchObject({
      actor: boss.user_id,
      at: bureau.clock(),
      kind: 'change',
      action: 'job.update',
      entity: 'job',
      entity_id: String(job_id),
      address: '127.0.0.1',
      hidden: false,
      changes: [{ field: 'job_name', before: 'Wedding', after: 'Wedding in Huế' }],
    });
    expect(newest?.record_name).toMatch(/^\d{6}-\d{3}$/);
    expect(first?.changes[0]?.after).toBe('Wedding');
  });

  it('the audit is limited by person, kind, record, day and text', async () => {
    const other = await bureau.as({ is_superuser: true });
    const team = await other.call(endpoints.team.add, { team_name: 'Night shift' });
    await other.call(endpoints.team.delete, { id: team.id, version: team.version });
    const actions = async (filter: InputOf<typeof endpoints.audit.list>) =>
      (await listAudit(boss, filter)).map(({ action }) => action);
    expect(await actions({ actor: [other.user_id] })).toEqual(['team.delete', 'team.add']);
    expect(await actions({ entity: ['team'], kind: ['add'] })).toEqual(['team.add']);
    expect(await actions({ text: `#${team.id}`, entity: ['team'] })).toEqual(['team.delete', 'team.add']);
    expect(await actions({ text: '127.0.0.1', entity: ['team'] })).toHaveLength(2);
    const today = bureau.clock().slice(0, 10);
    expect(await actions({ entity: ['team'], at_from: today, at_to: today })).toHaveLength(2);
    expect(await actions({ at_to: '2020-01-01' })).toEqual([]);
    await raisePay();
    expect(await actions({ text: 'PROMOTED' })).toEqual(['staff.update']);
  });

  it('a sign-in is found by its person', async () => {
    const password_hash = await hashPassword('a quiet darkroom');
    const { user_id, username } = await buildStaff(bureau.db, { permissions: [], password_hash });
    await bureau.withToken(null).call(endpoints.user.login, { username, password: 'a quiet darkroom' });
    expect(await listAudit(boss, { actor: [user_id] })).toMatchObject([
      { action: 'user.login', kind: 'sign_in', entity_id: String(user_id), note: 'ok' },
    ]);
  });

  it('a failed sign-in has the account but never the typed name', async () => {
    const { user_id, username } = await buildStaff(bureau.db, { permissions: [] });
    const signIn = (name: string) =>
      bureau.withToken(null).send(endpoints.user.login, { username: name, password: 'not the password' });
    await signIn(username);
    await signIn('my-secret-password');
    const refused = await listAudit(boss, { kind: ['refused'] });
    expect(refused.map(({ note, entity_id }) => [note, entity_id])).toEqual([
      ['failed: no such account', null],
      ['failed', String(user_id)],
    ]);
    expect(JSON.stringify(refused)).not.toContain('my-secret-password');
  });

  it('many failed sign-ins add a limited number of entries', async () => {
    bureau.clock.advance(3_600_000);
    const { username } = await buildStaff(bureau.db, { permissions: [] });
    const before = (await listAudit(boss, { kind: ['refused'] })).length;
    for (let attempt = 0; attempt < 40; attempt += 1)
      await bureau.withToken(null).send(endpoints.user.login, { username, password: 'not the password' });
    const added = (await listAudit(boss, { kind: ['refused'] })).length - before;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(12);
  });
});

describe('private values in the audit', () => {
  it('pay and its reason are left out without the permission, also from the search', async () => {
    const user_id = await raisePay();
    const find = async (who: ApiClient, filter = {}) =>
      (await listAudit(who, { entity: ['staff'], ...filter })).filter(({ entity_id }) => entity_id === String(user_id));
    const admin = await bureau.as(['npn_admin', 'npn_view_member']);
    expect((await find(boss))[0]).toMatchObject({ hidden: false, note: 'promoted by Hoa' });
    expect((await find(boss))[0]?.changes.map(({ field }) => field)).toContain('salary_1');
    const [seen] = await find(admin);
    expect(seen).toMatchObject({ hidden: true, note: null, changes: [{ field: 'position' }] });
    expect(await find(admin, { text: 'promoted' })).toEqual([]);
    expect(JSON.stringify(await listAudit(admin))).not.toMatch(/987654|promoted/);
  });

  it('records that the reader cannot view have no values', async () => {
    const { job_id } = await buildTask(bureau.db);
    await boss.call(endpoints.job.update, { job_id, version: 1, job_name: 'Not for everyone' });
    const [row] = await listAudit(await bureau.as(['npn_admin']), { entity: ['job'] });
    expect(row).toMatchObject({ action: 'job.update', hidden: true, record_name: null, changes: [] });
  });

  it('passwords and tokens are shown to no one, also inside values', async () => {
    await sql`insert into audit (at, action, entity, entity_id, after) values (${bureau.clock()}, 'setting.updateMetadata',
      'metadata', '1', '{"password_hash": "hhh", "value": {"token": "ttt", "plain": "ppp"}}')`.execute(bureau.db);
    const [row] = await listAudit(boss, { entity: ['metadata'] });
    expect(row?.changes).toEqual([{ field: 'value.plain', before: null, after: 'ppp' }]);
  });

  it('the file has the rows of the screen, one for each changed field', async () => {
    const admin = await bureau.as(['npn_admin', 'npn_view_member']);
    const response = await bureau.app.inject({
      method: 'POST',
      url: endpoints.export.audit.path,
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { format: 'xlsx', language: 'en', filter: { entity: ['staff'] } },
    });
    expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
    const book = read(response.rawPayload);
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    expect(rows[0]).toEqual(expect.arrayContaining(['Time', 'Person', 'Field', 'Before', 'After', 'Address']));
    expect(rows.some((row) => row.includes('Editor') && row.includes('QC') && row.includes('Changed'))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('987654');
  });
});
