import { endpoints } from '@darkroom/contract/endpoints';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildGroup } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { createStaffFixture, residence } from '../../testing/fixtures/staff-fixture.ts';

const { recordImport, staff, history } = endpoints;
let bureau: TestApp;
let office: Awaited<ReturnType<typeof createStaffFixture>>;
let team: string;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await createStaffFixture(bureau);
  const row = await bureau.db
    .selectFrom('team')
    .select('team_name')
    .where('id', '=', office.team_id)
    .executeTakeFirst();
  team = row!.team_name;
});
afterAll(() => bureau.close());

type Cells = Record<string, string | number>;
type Row = { cells: Cells; seen?: string };

/** Creates the cells of a row as a person types them in Vietnamese. */
const createCells = (more: Cells = {}): Cells => ({
  ...office.createFields(),
  ...residence,
  gender: 'nữ',
  birthday: '28/02/1994',
  teams: ` ${team.toUpperCase()} ;`,
  phone_number: '+84 901 234 567',
  ...more,
});
const toInput = (rows: readonly Row[], check_only: boolean, import_id: string = randomUUID()) => ({
  import_id,
  kind: 'member' as const,
  language: 'vi' as const,
  file_name: 'people.xlsx',
  check_only,
  rows: [...rows],
});
const check = (client: ApiClient, rows: readonly Row[]) => client.call(recordImport.run, toInput(rows, true));
const add = (client: ApiClient, rows: readonly Row[], import_id?: string) =>
  client.call(recordImport.run, toInput(rows, false, import_id));
const countMembers = async () =>
  Number(
    (
      await bureau.db
        .selectFrom('staff')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
const findMember = async (staff_id: unknown) => {
  const { results } = await office.manager.call(staff.list, { text: String(staff_id) });
  return results.find((member) => member.staff_id === staff_id)!;
};
const readHistory = async (id: number) =>
  (await office.manager.call(history.list, { entity: 'staff', entity_id: id })).results.map(({ action, note }) => [
    action,
    note,
  ]);

describe('an import of members', () => {
  it('the columns have headings in both languages, required marks and choices', async () => {
    const { results } = await office.manager.call(recordImport.columns, { kind: 'member', language: 'vi' });
    const byName = new Map(results.map((column) => [column.name, column]));
    expect(byName.get('gender')).toMatchObject({
      vi: 'Giới tính',
      en: 'Gender',
      required: true,
      choices: ['Nam', 'Nữ'],
    });
    expect(byName.get('teams')).toMatchObject({ required: true, choices: expect.arrayContaining([team]) as string[] });
    expect(byName.get('birthday')).toMatchObject({ is_text: false });
    expect(byName.has('salary_1')).toBe(true);
    const { results: open } = await office.clerk.call(recordImport.columns, { kind: 'member', language: 'vi' });
    expect(open.map(({ name }) => name)).not.toContain('salary_1');
  });

  it('a check saves nothing, and an import adds members with one-time passwords', async () => {
    const rows = [{ cells: createCells({ salary_1: '12.000.000' }) }, { cells: createCells() }];
    const before = await countMembers();
    const checked = await check(office.manager, rows);
    expect(checked).toMatchObject({
      saved: false,
      passwords: [],
      rows: [{ action: 'add', errors: [] }, { action: 'add' }],
    });
    expect(await countMembers()).toBe(before);
    const added = await add(
      office.manager,
      rows.map((row, at) => ({ ...row, seen: checked.rows[at]!.seen })),
    );
    expect(added).toMatchObject({
      saved: true,
      rows: [
        { action: 'add', errors: [] },
        { action: 'add', errors: [] },
      ],
    });
    expect(added.passwords.map(({ username, one_time_password }) => [username, one_time_password?.length])).toEqual(
      rows.map(({ cells }) => [cells.username, expect.any(Number)]),
    );
    const { username, one_time_password } = added.passwords[0]!;
    await bureau.withToken(null).call(endpoints.user.login, { username, password: one_time_password! });
    const member = await findMember(rows[0]!.cells.staff_id);
    expect(member).toMatchObject({
      gender: 'Female',
      birthday: '1994-02-28',
      phone_number: '0901234567',
      salary_1: 12_000_000,
    });
    expect(await readHistory(member.id)).toEqual([['staff.importAdd', 'people.xlsx']]);
  });

  it('rows with errors are reported together, by field, and nothing is saved', async () => {
    const good = createCells();
    const rows = [
      good,
      createCells({ birthday: '31/02/1994', gender: 'x', email: 'nobody', teams: 'No such team' }),
      createCells({ staff_id: String(good.staff_id).toLowerCase() }),
      createCells({ username: String(good.username) }),
      { full_name: 'Only a name', colour: 'red' },
    ].map((cells) => ({ cells }));
    const before = await countMembers();
    for (const run of [check, add]) {
      const { saved, rows: checked } = await run(office.manager, rows);
      expect(saved).toBe(false);
      const errors = checked.map((row) => Object.fromEntries(row.errors.map(({ field, code }) => [field, code])));
      expect(errors.slice(0, 4)).toEqual([
        {},
        { birthday: 'not_a_day', gender: 'invalid', email: 'not_email', teams: 'unknown' },
        { staff_id: 'duplicate' },
        { username: 'exists' },
      ]);
      expect(errors[4]).toMatchObject({
        colour: 'unknown_field',
        staff_id: 'required',
        teams: 'team_required',
        address: 'required',
      });
      expect(checked[0]!.action).toBe('add');
    }
    expect(await countMembers()).toBe(before);
  });

  it('an existing member is found by Staff ID and changed, with both values in the check', async () => {
    const { member } = await office.add({ position: 'Editor' });
    const rows = [
      { cells: { staff_id: member.staff_id.toLowerCase(), position: 'Leader', gender: 'Female', department: '' } },
    ];
    const checked = await check(office.manager, rows);
    expect(checked.rows[0]).toMatchObject({
      action: 'update',
      changes: [{ field: 'position', before: 'Editor', after: 'Leader' }],
    });
    await add(office.manager, rows);
    const changed = await office.manager.call(staff.info, { id: member.id });
    expect(changed).toMatchObject({ position: 'Leader', full_name: member.full_name });
    expect(await readHistory(member.id)).toEqual([
      ['staff.importUpdate', 'people.xlsx'],
      ['staff.add', null],
    ]);
    expect((await add(office.manager, rows)).rows[0]).toMatchObject({ action: 'same', changes: [] });
  });

  it('a record that someone changed since the check is not overwritten', async () => {
    const { member } = await office.add({ position: 'Editor' });
    const rows = [{ cells: { staff_id: member.staff_id, position: 'Leader' } }, { cells: createCells() }];
    const checked = await check(office.manager, rows);
    const { id, version } = member;
    await office.manager.call(staff.update, { id, version, position: 'QC' });
    const seen = rows.map((row, at) => ({ ...row, seen: checked.rows[at]!.seen }));
    const refused = await add(office.manager, seen);
    expect(refused).toMatchObject({
      saved: false,
      rows: [{ errors: [{ field: '', code: 'stale' }], changes: [{ before: 'QC', after: 'Leader' }] }, { errors: [] }],
    });
    const again = await add(
      office.manager,
      rows.map((row, at) => ({ ...row, seen: refused.rows[at]!.seen })),
    );
    expect(again.saved).toBe(true);
  });

  it('two imports of the same file at once add each member once', async () => {
    const rows = [
      { cells: createCells(), seen: 'new' },
      { cells: createCells(), seen: 'new' },
    ];
    const before = await countMembers();
    const both = await Promise.all([add(office.manager, rows), add(office.superuser, rows.toReversed())]);
    expect(both.filter(({ saved }) => saved)).toHaveLength(1);
    expect(both.find(({ saved }) => !saved)!.rows.flatMap(({ errors }) => errors.map(({ code }) => code))).toEqual([
      'stale',
      'stale',
    ]);
    expect(await countMembers()).toBe(before + 2);
  });

  it('an import has the permissions of the form', async () => {
    const strong = await buildGroup(bureau.db, { permissions: ['npn_admin'] });
    const { group_name } = await bureau.db
      .selectFrom('staff_group')
      .select('group_name')
      .where('id', '=', strong.id)
      .executeTakeFirstOrThrow();
    const cells = (more: Cells) => {
      const { address: _a, residence_id: _b, residence_address: _c, ...rest } = createCells(more);
      return { cells: rest };
    };
    const { rows } = await check(office.clerk, [
      cells({ is_superuser: 'có' }),
      cells({ group_id: group_name }),
      cells({ salary_1: 5 }),
      cells({}),
    ]);
    expect(rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`))).toEqual([
      ['is_superuser beyond_own_rights'],
      ['group_id beyond_own_rights'],
      ['salary_1 unknown_field'],
      [],
    ]);
    const adder = await bureau.as(['npn_view_member', 'npn_add_member']);
    const { member } = await office.add();
    const changes = await check(adder, [{ cells: { staff_id: member.staff_id, position: 'X' } }]);
    expect(changes.rows[0]!.errors).toEqual([{ field: '', code: 'forbidden' }]);
    const viewer = await bureau.as(['npn_view_member', 'npn_add_job']);
    expect((await viewer.send(recordImport.run, toInput([cells({})], true))).status).toBe(403);
  });

  it('a lock of the screen stops the import', async () => {
    const manager = await bureau.as(['npn_view_member', 'npn_add_member', 'npn_view_staff_info']);
    const own = randomUUID();
    expect((await add(manager, [{ cells: createCells() }], own)).saved).toBe(true);
    const lock = { screen_name: 'staff' as const, locked: true, reason: 'Audit' };
    const { version } = await office.superuser.call(endpoints.setting.changeLock, lock);
    expect((await manager.send(recordImport.run, toInput([{ cells: createCells() }], false))).problem.code).toBe(
      'locked',
    );
    const undo = await manager.send(recordImport.undo, { import_id: own });
    expect(undo.problem.code).toBe('locked');
    await office.superuser.call(endpoints.setting.changeLock, { ...lock, locked: false, version });
  });

  it('an undo removes unused members, restores unchanged ones, and names those that stay', async () => {
    bureau.clock.advance(1000);
    const names = ['restored', 'changed since'];
    const existing = await Promise.all(names.map((position) => office.add({ position })));
    const fresh = ['unused', 'signed in', 'changed', 'of a task'].map((full_name) => createCells({ full_name }));
    const import_id = randomUUID();
    const added = await add(
      office.manager,
      [...existing.map(({ member }) => ({ staff_id: member.staff_id, position: 'from the file' })), ...fresh].map(
        (cells) => ({ cells }),
      ),
      import_id,
    );
    expect(added.saved).toBe(true);
    const [, changedSince] = existing;
    const touch = async (staff_id: unknown) => {
      const { id, version } = await findMember(staff_id);
      await office.manager.call(staff.update, { id, version, department: 'X' });
    };
    await touch(changedSince!.member.staff_id);
    await touch(fresh[2]!.staff_id);
    const { username, one_time_password } = added.passwords[1]!;
    await bureau.withToken(null).call(endpoints.user.login, { username, password: one_time_password! });
    const busy = await findMember(fresh[3]!.staff_id);
    await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: busy.id });

    const other = await bureau.as(['npn_view_member', 'npn_add_member']);
    expect((await other.send(recordImport.undo, { import_id })).status).toBe(403);
    const undone = await office.manager.call(recordImport.undo, { import_id });
    expect(undone.restored).toBe(1);
    expect(undone.kept.map(({ code }) => code)).toEqual(['in_use', 'stale', 'in_use', 'stale']);
    expect(await findMember(fresh[0]!.staff_id)).toBeUndefined();
    expect(await findMember(fresh[1]!.staff_id)).toBeDefined();
    expect(await findMember(existing[0]!.member.staff_id)).toMatchObject({ position: 'restored' });
    expect(await findMember(changedSince!.member.staff_id)).toMatchObject({
      position: 'from the file',
      department: 'X',
    });
    expect((await office.manager.send(recordImport.undo, { import_id })).problem.code).toBe('import_undone');
    expect(
      (await office.manager.send(recordImport.run, toInput([{ cells: createCells() }], false, import_id))).problem.code,
    ).toBe('import_added');
    const { results } = await office.manager.call(recordImport.list, { kind: 'member' });
    expect(results[0]).toMatchObject({
      import_id,
      file_name: 'people.xlsx',
      added: 4,
      updated: 2,
      undone_at: expect.any(String) as string,
    });
  });
});
