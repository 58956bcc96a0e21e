import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff, buildTeam } from '../../testing/factories/people.ts';

const { team } = endpoints;
let bureau: TestApp;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_team', 'npn_add_team', 'npn_change_team']);
});
afterAll(() => bureau.close());

const buildMember = async (fields: Parameters<typeof buildStaff>[1] = {}) =>
  (await buildStaff(bureau.db, fields)).user_id;

it('a team is listed with its leader and the number of its active members', async () => {
  const [boss, firstMember, leaver] = [
    await buildMember({ full_name: 'Lê Mai' }),
    await buildMember(),
    await buildMember({ active: false }),
  ];
  const createdTeam = await leader.call(team.add, {
    team_name: 'Hoàng hôn',
    leader_id: boss,
    members: [boss, firstMember],
  });
  await bureau.db.insertInto('team_member').values({ team_id: createdTeam.id, staff_id: leaver }).execute();
  const { results } = await (await bureau.as([])).call(team.list, {});
  expect(results.find(({ id }) => id === createdTeam.id)).toMatchObject({
    team_name: 'Hoàng hôn',
    leader_id: boss,
    leader_name: 'Lê Mai',
    member_count: 2,
    members: expect.arrayContaining([boss, firstMember]),
  });
});

it('a team name is unique, ignoring case', async () => {
  await leader.call(team.add, { team_name: 'Bình Minh' });
  const same = await leader.send(team.add, { team_name: ' BÌNH minh ' });
  expect(same.problem).toMatchObject({ status: 409, code: 'exists', errors: [{ field: 'team_name', code: 'exists' }] });
  expect((await leader.send(team.add, { team_name: ' ' })).problem.errors).toMatchObject([
    { field: 'team_name', code: 'required' },
  ]);
});

it('leader and members of a team must be active', async () => {
  const leaver = await buildMember({ active: false });
  const response = await leader.send(team.add, { team_name: 'Vắng', leader_id: leaver, members: [leaver, 999_999] });
  expect(response.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
    ['leader_id', 'unknown'],
    ['members', 'unknown'],
  ]);
});

it('a member stays in a team that is their only one', async () => {
  const otherTeam = await buildTeam(bureau.db, { leader_id: null });
  const [memberOfTwo, memberOfOne] = [await buildMember({ teams: [otherTeam.id] }), await buildMember()];
  const createdTeam = await leader.call(team.add, { team_name: 'Một mình', members: [memberOfTwo, memberOfOne] });
  const removeMembers = (members: number[]) => leader.send(team.update, { id: createdTeam.id, version: 1, members });
  expect((await removeMembers([memberOfTwo])).problem.errors).toMatchObject([{ field: 'members', code: 'last_team' }]);
  expect((await removeMembers([memberOfOne])).body).toMatchObject({
    members: [memberOfOne],
    member_count: 1,
    version: 2,
  });
});

it('a member keeps one of two teams in parallel removals', async () => {
  const firstTeam = await buildTeam(bureau.db, { leader_id: null });
  const otherTeam = await buildTeam(bureau.db, { leader_id: null });
  const id = await buildMember({ teams: [firstTeam.id, otherTeam.id] });
  const responses = await Promise.all(
    [firstTeam, otherTeam].map((from) => leader.send(team.update, { id: from.id, version: 1, members: [] })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const remainingMembers = await bureau.db.selectFrom('team_member').selectAll().where('staff_id', '=', id).execute();
  expect(remainingMembers).toHaveLength(1);
});

it('a stale change gets the current team', async () => {
  const createdTeam = await leader.call(team.add, { team_name: 'Sóng' });
  await leader.call(team.update, { id: createdTeam.id, version: 1, team_name: 'Sóng biển' });
  const staleResponse = await leader.send(team.update, { id: createdTeam.id, version: 1, team_name: 'Sóng sông' });
  expect(staleResponse.problem).toMatchObject({
    status: 409,
    code: 'stale',
    current: { team_name: 'Sóng biển', version: 2 },
  });
});

describe('the deletion of a team', () => {
  it('the deletion is refused with the active members without another team', async () => {
    const keeper = await bureau.as(['npn_delete_team']);
    const [memberOfOne, memberOfTwo, leaver] = [
      await buildMember(),
      await buildMember(),
      await buildMember({ active: false }),
    ];
    const otherTeam = await leader.call(team.add, { team_name: 'Ở lại', members: [memberOfTwo] });
    const createdTeam = await leader.call(team.add, {
      team_name: 'Sắp xóa',
      leader_id: memberOfTwo,
      members: [memberOfOne, memberOfTwo],
    });
    await bureau.db.insertInto('team_member').values({ team_id: createdTeam.id, staff_id: leaver }).execute();
    await bureau.db
      .insertInto('saved_view')
      .values({ owner_id: memberOfTwo, team_id: createdTeam.id, screen: 'job', name: 'v', search: '{}' })
      .execute();
    const deleteTeam = (version: number) => keeper.send(team.delete, { id: createdTeam.id, version });
    expect((await leader.send(team.delete, { id: createdTeam.id, version: 1 })).status).toBe(403);
    expect((await deleteTeam(2)).problem.code).toBe('stale');
    expect((await deleteTeam(1)).problem).toMatchObject({
      status: 409,
      code: 'member_without_team',
      detail: String(memberOfOne),
    });
    await leader.call(team.update, { id: otherTeam.id, version: 1, members: [memberOfTwo, memberOfOne] });
    expect((await deleteTeam(1)).body).toEqual({ id: createdTeam.id });
    expect((await deleteTeam(1)).status).toBe(404);
    const { results } = await leader.call(team.list, {});
    expect(results.map(({ id }) => id)).not.toContain(createdTeam.id);
    const view = await bureau.db
      .selectFrom('saved_view')
      .select('team_id')
      .where('owner_id', '=', memberOfTwo)
      .execute();
    expect(view).toEqual([{ team_id: null }]);
    const boss = await bureau.as({ is_superuser: true });
    const history = await boss.call(endpoints.history.list, { entity: 'team', entity_id: createdTeam.id });
    expect(history.results[0]).toMatchObject({ action: 'team.delete', actor: keeper.user_id });
  });

  it('the deletion is refused while teams are locked', async () => {
    const createdTeam = await leader.call(team.add, { team_name: 'Đứng yên' });
    const boss = await bureau.as({ is_superuser: true });
    await boss.call(endpoints.setting.changeLock, { screen_name: 'team', locked: true, reason: 'kiểm kê' });
    const keeper = await bureau.as(['npn_delete_team']);
    expect((await keeper.send(team.delete, { id: createdTeam.id, version: 1 })).problem.code).toBe('locked');
    expect((await boss.send(team.delete, { id: createdTeam.id, version: 1 })).status).toBe(200);
  });
});
