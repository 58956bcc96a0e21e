import { endpoints } from '@darkroom/contract/endpoints';
import { MAX_PREFERENCES, MAX_VIEWS } from '@darkroom/contract/view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { buildCus1 } from '../../testing/factories/customers.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTeam } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  admin = await bureau.as(['npn_change_permission', 'npn_change_x_toggle']);
});
afterAll(() => bureau.close());

describe('locked screens', () => {
  it('a locked screen refuses its changes with the reason until it is unlocked', async () => {
    const editor = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const task = await buildTask(bureau.db, { workstream: 'PTE' });
    const takeTask = () =>
      editor.send(endpoints.task.assign, { tasks: [{ task_id: task.task_id, version: 1 }], editor: editor.user_id });
    const lock = await admin.call(endpoints.setting.changeLock, {
      screen_name: 'task',
      locked: true,
      reason: 'kiểm kê cuối tháng',
    });
    expect((await takeTask()).problem).toMatchObject({ status: 423, code: 'locked', detail: 'kiểm kê cuối tháng' });
    expect((await editor.call(endpoints.task.list, { scope: 'pool' })).total_items).toBe(1);
    await admin.call(endpoints.setting.changeLock, { screen_name: 'task', locked: false, version: lock.version });
    expect((await takeTask()).status).toBe(200);
  });

  it('a lock needs a reason and the current version', async () => {
    const bare = await admin.send(endpoints.setting.changeLock, { screen_name: 'price', locked: true });
    expect(bare.problem).toMatchObject({ status: 422, code: 'lock_reason_required' });
    await admin.call(endpoints.setting.changeLock, { screen_name: 'price', locked: true, reason: 'a' });
    const lateResponse = await admin.send(endpoints.setting.changeLock, {
      screen_name: 'price',
      locked: true,
      reason: 'b',
    });
    expect(lateResponse.problem).toMatchObject({ status: 409, code: 'stale', current: { reason: 'a' } });
  });
});

describe('the lock of a month', () => {
  const lockScreen = (screen_name: 'allowance' | 'customer', month = '2026-10') =>
    admin.send(endpoints.setting.changeLock, { screen_name, month, locked: true, reason: 'đã chốt' });

  it('only screens with months have a lock of a month', async () => {
    const refused = await lockScreen('customer');
    expect(refused.problem).toMatchObject({
      status: 422,
      errors: [{ field: 'month', code: 'month_lock_not_allowed' }],
    });
    // On those screens it needs permission for allowances.
    expect((await lockScreen('allowance')).problem).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('the locks of months are left out for other screens', async () => {
    const row = { screen_name: 'customer', month: '2026-10', locked: true, reason: 'x', changed_at: bureau.clock() };
    await bureau.db.insertInto('system_lock').values(row).execute();
    const { results } = await admin.call(endpoints.setting.locks, { screen_name: 'customer' });
    expect(results.filter(({ month }) => month !== null)).toEqual([]);
  });
});

describe('quantities in use (x-toggle)', () => {
  it('the x-toggle keeps at least one count enabled', async () => {
    const none = await admin.send(endpoints.setting.changeXToggle, { x1: false, x2: false, x3: false });
    expect(none.problem).toMatchObject({ status: 422, title: 'Please fill at least one field to proceed!' });
    await admin.call(endpoints.setting.changeXToggle, { x1: true, x2: true, x3: false });
    expect(await admin.call(endpoints.setting.xToggle, {})).toEqual({ x1: true, x2: true, x3: false });
  });
});

describe('metadata', () => {
  const readLookup = async (key: string) =>
    (await admin.call(endpoints.setting.metadata, { data_type: 'JOB_TASK' })).results.find((r) => r.key === key)!;

  it('metadata accepts values of its key’s shape, and refuses others by field', async () => {
    const { version, value } = await readLookup('fault_kinds');
    const kinds = value as { key: string; vi: string; en: string; severity: string }[];
    const updateLookup = (next: unknown, expectedVersion = version) =>
      admin.send(endpoints.setting.updateMetadata, {
        data_type: 'JOB_TASK',
        key: 'fault_kinds',
        version: expectedVersion,
        value: next,
      });
    const wrong = await updateLookup([{ ...kinds[0], severity: 'dreadful', extra: 1 }]);
    expect(wrong.problem.errors?.map((e) => [e.field, e.code])).toEqual(
      expect.arrayContaining([
        ['value.0.severity', 'invalid'],
        ['value.0', 'unknown_field'],
      ]),
    );
    expect((await updateLookup([kinds[0], kinds[0]])).problem.errors?.[0]).toMatchObject({ code: 'duplicate' });
    expect((await updateLookup([])).status).toBe(422);
    expect((await updateLookup(kinds.slice(0, 3))).status).toBe(200);
    expect((await updateLookup(kinds)).problem.code).toBe('stale');
    expect(await readLookup('fault_kinds')).toMatchObject({ version: version + 1, value: kinds.slice(0, 3) });
  });

  it('metadata accepts amounts of at most 3 decimals, like all money', async () => {
    const { results } = await admin.call(endpoints.setting.metadata, { data_type: 'ALLOWANCE' });
    const setLookup = (key: string, value: number | object) => {
      const version = results.find((row) => row.key === key)?.version ?? 0;
      return admin.send(endpoints.setting.updateMetadata, { data_type: 'ALLOWANCE', key, version, value });
    };
    expect((await setLookup('internet', 100000.1234)).problem.errors).toMatchObject([
      { field: 'value', code: 'too_many_decimals' },
    ]);
    expect((await setLookup('meal', { 1: 30000.1234, 2: 'x', 3: 90000 })).problem.errors).toMatchObject([
      { field: 'value.1', code: 'too_many_decimals' },
      { field: 'value.2', code: 'not_a_number' },
    ]);
    expect((await setLookup('internet', 100000.125)).status).toBe(200);
  });

  it('metadata has only the defined keys', async () => {
    for (const key of ['no_such', 'constructor', '__proto__']) {
      const response = await admin.send(endpoints.setting.updateMetadata, {
        data_type: 'JOB_TASK',
        key,
        version: 1,
        value: 1,
      });
      expect(response.status).toBe(404);
    }
  });

  it('administrators change metadata, locks and the x-toggle', async () => {
    const admin = await bureau.as(['npn_admin']);
    const { version, value } = await readLookup('priorities');
    const change = { data_type: 'JOB_TASK', key: 'priorities', version, value } as const;
    expect((await admin.send(endpoints.setting.updateMetadata, change)).status).toBe(200);
    const lock = { screen_name: 'category', locked: true, reason: 'kiểm kê' } as const;
    const { version: locked } = await admin.call(endpoints.setting.changeLock, lock);
    await admin.call(endpoints.setting.changeLock, { ...lock, locked: false, version: locked });
    const toggle = await admin.call(endpoints.setting.xToggle, {});
    expect(await admin.call(endpoints.setting.changeXToggle, toggle)).toEqual(toggle);
  });

  it('metadata of the floor is closed to customer service', async () => {
    const cs = await bureau.as(['npn_change_customer']);
    const { version, value } = await readLookup('priorities');
    const response = await cs.send(endpoints.setting.updateMetadata, {
      data_type: 'JOB_TASK',
      key: 'priorities',
      version,
      value,
    });
    expect(response.problem).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('the settings of the bureau', () => {
  const readLookup = async (key: string) =>
    (await admin.call(endpoints.setting.metadata, { data_type: 'JOB_TASK' })).results.find((r) => r.key === key)!;
  const changeLookup = async (by: ApiClient, key: string, value: string | number | object) =>
    by.send(endpoints.setting.updateMetadata, {
      data_type: 'JOB_TASK',
      key,
      version: (await readLookup(key)).version,
      value,
    });

  it('administrators change the currency, which is sent with all amounts', async () => {
    const office = await bureau.as(['npn_admin']);
    const sales = await bureau.as(['npn_view_customer', 'npn_add_job']);
    // Holders of change_permission can change lookups, but not the bureau's settings (domain §7).
    expect((await changeLookup(admin, 'currency', 'EUR')).problem).toMatchObject({ status: 403, code: 'forbidden' });
    const { id: cus_id1 } = await buildCus1(bureau.db);
    expect((await sales.call(endpoints.price.detail, { id: cus_id1 })).currency).toBe('USD');
    expect((await changeLookup(sales, 'currency', 'EUR')).status).toBe(403);
    for (const value of ['usd', 'EURO', 'ZZZ', 'DEM', '', 12])
      expect((await changeLookup(office, 'currency', value)).status).toBe(422);
    expect((await changeLookup(office, 'currency', 'EUR')).status).toBe(200);
    const period = { date_from: '2026-11-01', date_to: '2026-11-30' };
    expect((await sales.call(endpoints.price.detail, { id: cus_id1 })).currency).toBe('EUR');
    expect((await sales.call(endpoints.price.report, period)).currency).toBe('EUR');
    const { id } = await readLookup('currency');
    const { results } = await office.call(endpoints.history.list, { entity: 'metadata', entity_id: id });
    expect(results[0]?.changes).toContainEqual({ field: 'value', before: 'USD', after: 'EUR' });
  });

  it('the settings have the appearance of lists', async () => {
    const office = await bureau.as(['npn_admin']);
    expect((await readLookup('display')).value).toEqual({ density: 'compact' });
    expect((await changeLookup(admin, 'display', { density: 'roomy' })).status).toBe(403);
    expect((await changeLookup(office, 'display', { density: 'huge' })).status).toBe(422);
    expect((await changeLookup(office, 'display', { density: 'roomy' })).status).toBe(200);
    expect((await readLookup('display')).value).toEqual({ density: 'roomy' });
  });
});

describe('saved views and preferences', () => {
  it('a view is private or shared with teams, and only its owner changes it', async () => {
    const me = await bureau.as(['npn_view_job']);
    const mate = await bureau.as(['npn_view_job']);
    const team = await bureau.db
      .insertInto('team')
      .values({ team_name: 'Đội A' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const saveView = (input: object) =>
      me.send(endpoints.view.save, { screen: 'job', name: 'Gấp', search: { job_priority: 'Urgent' }, ...input });
    expect((await saveView({ team_id: team.id })).problem.errors?.[0]).toMatchObject({
      field: 'team_id',
      code: 'unknown',
    });
    for (const { user_id } of [me, mate]) {
      await bureau.db.insertInto('team_member').values({ team_id: team.id, staff_id: user_id }).execute();
    }
    const own = (await saveView({})).body;
    expect((await mate.call(endpoints.view.list, { screen: 'job' })).results).toEqual([]);
    const shared = (await saveView({ id: own.id, version: own.version, team_id: team.id })).body;
    expect((await mate.call(endpoints.view.list, { screen: 'job' })).results).toEqual([
      { ...shared, can_delete: false },
    ]);
    expect((await mate.send(endpoints.view.delete, { id: own.id })).status).toBe(404);
    expect((await saveView({})).problem.code).toBe('exists');
    const elsewhere = { id: own.id, version: shared.version, screen: 'task' };
    for (const wrong of [{ screen: 'no-such-screen', name: 'x' }, { screen: 'allowance', name: 'y' }, elsewhere]) {
      expect((await saveView(wrong)).problem).toMatchObject({
        status: 422,
        errors: [{ field: 'screen', code: 'invalid' }],
      });
    }
    await me.call(endpoints.view.delete, { id: own.id });
    expect((await me.call(endpoints.view.list, { screen: 'job' })).results).toEqual([]);
  });

  it('the team’s leader can delete a view, even after its author has left', async () => {
    const [author, mate, leader, office] = [
      await bureau.as(['npn_view_job']),
      await bureau.as(['npn_view_job']),
      await bureau.as(['npn_view_job']),
      await bureau.as(['npn_change_team']),
    ];
    const team = await buildTeam(bureau.db, { leader_id: leader.user_id });
    const joinTeam = (staff_id: number) =>
      bureau.db.insertInto('team_member').values({ team_id: team.id, staff_id }).execute();
    await joinTeam(author.user_id);
    await joinTeam(mate.user_id);
    const saveView = (name: string, by = author) =>
      by.call(endpoints.view.save, { screen: 'job', name, team_id: team.id, search: { job_priority: 'Urgent' } });
    const [first, second] = [await saveView('Gấp'), await saveView('Chờ')];
    const own = await author.call(endpoints.view.save, { screen: 'job', name: 'Riêng', search: {} });
    await bureau.db.deleteFrom('team_member').where('staff_id', '=', author.user_id).execute();
    const listVisible = async (by: ApiClient) =>
      (await by.call(endpoints.view.list, { screen: 'job' })).results.map(({ name, can_delete }) => [name, can_delete]);
    const deleteView = async (by: ApiClient, { id }: { id: number }) =>
      (await by.send(endpoints.view.delete, { id })).status;
    expect(await listVisible(mate)).toEqual([
      ['Chờ', false],
      ['Gấp', false],
    ]);
    expect(await listVisible(leader)).toEqual([
      ['Chờ', true],
      ['Gấp', true],
    ]);
    expect(await deleteView(mate, first)).toBe(404);
    expect(await deleteView(leader, first)).toBe(200);
    // A user with permission for teams deletes only visible views. Guessed ids have no effect.
    expect(await deleteView(office, second)).toBe(404);
    await joinTeam(office.user_id);
    expect(await listVisible(office)).toEqual([['Chờ', true]]);
    expect(await deleteView(office, second)).toBe(200);
    // A view that is not shared belongs to its author alone.
    for (const who of [leader, office]) expect(await deleteView(who, own)).toBe(404);
    expect(await listVisible(mate)).toEqual([]);
    // After an undo the view belongs to the leader, and is shared again.
    expect((await saveView('Gấp', leader)).owner_id).toBe(leader.user_id);
    expect(await listVisible(mate)).toEqual([['Gấp', false]]);
  });

  it('each user and team has at most a hundred views', async () => {
    const [me, mate] = [await bureau.as(['npn_view_job']), await bureau.as(['npn_view_job'])];
    const team = await buildTeam(bureau.db, {});
    for (const { user_id: staff_id } of [me, mate])
      await bureau.db.insertInto('team_member').values({ team_id: team.id, staff_id }).execute();
    const createInput = (n: number) => ({ screen: 'job' as const, name: `View ${n}`, team_id: team.id, search: {} });
    const views = Array.from({ length: MAX_VIEWS }, (_, n) => ({
      ...createInput(n),
      owner_id: me.user_id,
      search: '{}',
    }));
    await bureau.db.insertInto('saved_view').values(views.slice(1)).execute();
    const last = await me.call(endpoints.view.save, createInput(0));
    const refused = { status: 409, problem: { code: 'limit_reached' } };
    expect(await me.send(endpoints.view.save, { ...createInput(100), team_id: null })).toMatchObject(refused);
    expect((await me.send(endpoints.view.save, { ...createInput(101), id: last.id, version: 1 })).status).toBe(200);
    const own = await mate.call(endpoints.view.save, { ...createInput(0), team_id: null });
    expect(await mate.send(endpoints.view.save, { ...createInput(0), id: own.id, version: 1 })).toMatchObject(refused);
  });

  it('views and preferences are stored by user', async () => {
    const me = await bureau.as(['npn_view_job']);
    await me.call(endpoints.view.setPreference, { key: 'table.job', value: { density: 'roomy' } });
    await me.call(endpoints.view.setPreference, { key: 'table.job', value: { density: 'compact' } });
    expect(await me.call(endpoints.view.preferences, {})).toEqual({ 'table.job': { density: 'compact' } });
    expect(await admin.call(endpoints.view.preferences, {})).toEqual({});
  });

  it('each user has at most a hundred preferences, and existing ones stay editable', async () => {
    const me = await bureau.as([]);
    const setPreference = (key: string) => me.send(endpoints.view.setPreference, { key, value: { density: 'roomy' } });
    for (let n = 0; n < MAX_PREFERENCES; n++) expect((await setPreference(`table.n${n}`)).status).toBe(200);
    expect(await setPreference('table.other')).toMatchObject({ status: 409, problem: { code: 'limit_reached' } });
    expect((await setPreference('table.n5')).status).toBe(200);
    expect(Object.keys(await me.call(endpoints.view.preferences, {}))).toHaveLength(MAX_PREFERENCES);
  });
});
