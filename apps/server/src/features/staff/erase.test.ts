import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { erasePerson } from './erase.service.ts';

const { staff, history } = endpoints;
const NOW = '2026-11-20T03:00:00.000Z';
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true, username: 'boss' });
});
afterAll(() => bureau.close());

/** Finds the tables that contain the text. */
async function findTablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    bureau.db,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(
      bureau.db,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}

describe('erasing the personal data of a former member', () => {
  it('an erasure removes the personal data everywhere, and keeps name and work', async () => {
    const person = await bureau.as({
      full_name: 'Nguyễn Thị Gone',
      residence_id: '079055512345',
      phone_number: '0905551234',
    });
    const now = await bureau.db
      .selectFrom('staff')
      .selectAll()
      .where('id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    const changed = await boss.call(staff.update, {
      id: person.user_id,
      version: now.version,
      residence_address: '34 Nguyễn Huệ Tower',
      address: '12 Lê Lợi House',
      birthday: '1990-04-05',
    });
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const avatar = picture.toString('base64');
    await boss.call(staff.setAvatar, { id: person.user_id, version: changed.version, avatar });
    await boss.call(endpoints.recordImport.run, {
      import_id: crypto.randomUUID(),
      kind: 'member',
      language: 'en',
      check_only: false,
      rows: [{ cells: { staff_id: now.staff_id, address: '14 Lê Lợi House' } }],
    });
    expect(await findTablesWith('12 Lê Lợi House')).toEqual(['audit', 'record_import']);
    expect(await findTablesWith('34 Nguyễn Huệ Tower')).toEqual(['audit', 'staff']);
    const days = { first_day: '2026-11-02', last_day: '2026-11-03', kind: 'ill' as const };
    await person.call(endpoints.leave.add, { member_id: person.user_id, ...days });
    const eraseMember = () =>
      erasePerson(bureau.db, { staff_id: now.staff_id, by: 'boss', reason: 'Asked by letter' }, NOW);
    await expect(eraseMember()).rejects.toThrow('has not left');

    await boss.call(staff.delete, { staff_id: person.user_id });
    const erased = await eraseMember();
    expect(erased).toMatchObject({ full_name: 'Nguyễn Thị Gone' });
    expect(erased.fields).toEqual(expect.arrayContaining(['residence_id', 'residence_address', 'birthday', 'avatar']));
    for (const value of ['079055512345', '0905551234', '34 Nguyễn Huệ Tower', '12 Lê Lợi House', '1990-04-05'])
      expect(await findTablesWith(value)).toEqual([]);
    expect(await findTablesWith('"ill"')).toEqual([]);
    expect(await bureau.db.selectFrom('leave').selectAll().execute()).toEqual([]);
    const after = await bureau.db
      .selectFrom('staff')
      .selectAll()
      .where('id', '=', person.user_id)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ avatar: null, avatar_type: null, birthday: null, staff_id: now.staff_id });

    const { results } = await boss.call(history.list, {
      entity: 'staff',
      entity_id: person.user_id,
      page: 1,
      page_size: 50,
    });
    expect(results[0]).toMatchObject({
      action: 'staff.erase',
      note: expect.stringMatching(/^Asked by letter \(.*residence_id/),
    });
    expect(JSON.stringify(results)).toContain('Left');
    // The audit is append-only again for all others.
    await expect(sql`update audit set note = 'x'`.execute(bureau.db)).rejects.toThrow('append-only');
    expect(await eraseMember()).toMatchObject({ fields: [], rows: 0 });
  });

  it('staff.erase needs a superuser’s name, a reason, and a former member', async () => {
    const tryErase = (more: object) => erasePerson(bureau.db, { staff_id: 'x', by: 'boss', reason: 'w', ...more }, NOW);
    await expect(tryErase({})).rejects.toThrow('No member has the Staff ID x.');
    await expect(tryErase({ by: 'nobody' })).rejects.toThrow('not an active superuser');
    await expect(tryErase({ reason: ' ' })).rejects.toThrow('Give a reason');
  });
});
