import { endpoints } from '@darkroom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildStaff, buildTeam } from '../../testing/factories/people.ts';

const { team } = endpoints;
let house: TestApp;
let leader: Client;

beforeAll(async () => {
  house = await testApp();
  leader = await house.as(['npn_view_team', 'npn_add_team', 'npn_change_team']);
}, 60_000);
afterAll(() => house.close());

const person = async (fields: Parameters<typeof buildStaff>[1] = {}) => (await buildStaff(house.db, fields)).user_id;

it('is listed with its leader and with as many members as work here', async () => {
  const [boss, one, gone] = [await person({ full_name: 'Lê Mai' }), await person(), await person({ active: false })];
  const made = await leader.call(team.add, { team_name: 'Hoàng hôn', leader_id: boss, members: [boss, one] });
  await house.db.insertInto('team_member').values({ team_id: made.id, staff_id: gone }).execute();
  const { results } = await (await house.as([])).call(team.list, {});
  expect(results.find(({ id }) => id === made.id)).toMatchObject({
    team_name: 'Hoàng hôn',
    leader_id: boss,
    leader_name: 'Lê Mai',
    member_count: 2,
    members: expect.arrayContaining([boss, one]),
  });
});

it('has a name of its own, whatever the case', async () => {
  await leader.call(team.add, { team_name: 'Bình Minh' });
  const same = await leader.send(team.add, { team_name: ' BÌNH minh ' });
  expect(same.problem).toMatchObject({ status: 409, code: 'exists', errors: [{ field: 'team_name', code: 'exists' }] });
  expect((await leader.send(team.add, { team_name: ' ' })).problem.errors).toMatchObject([
    { field: 'team_name', code: 'required' },
  ]);
});

it('is led and filled by people who work here', async () => {
  const gone = await person({ active: false });
  const answer = await leader.send(team.add, { team_name: 'Vắng', leader_id: gone, members: [gone, 999_999] });
  expect(answer.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
    ['leader_id', 'unknown'],
    ['members', 'unknown'],
  ]);
});

it('lets nobody go whose only team it is', async () => {
  const other = await buildTeam(house.db, { leader_id: null });
  const [both, only] = [await person({ teams: [other.id] }), await person()];
  const made = await leader.call(team.add, { team_name: 'Một mình', members: [both, only] });
  const without = (members: number[]) => leader.send(team.update, { id: made.id, version: 1, members });
  expect((await without([both])).problem.errors).toMatchObject([{ field: 'members', code: 'last_team' }]);
  expect((await without([only])).body).toMatchObject({ members: [only], member_count: 1, version: 2 });
});

it('lets nobody lose both teams to two who take them out at once', async () => {
  const one = await buildTeam(house.db, { leader_id: null });
  const two = await buildTeam(house.db, { leader_id: null });
  const id = await person({ teams: [one.id, two.id] });
  const answers = await Promise.all(
    [one, two].map((from) => leader.send(team.update, { id: from.id, version: 1, members: [] })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = await house.db.selectFrom('team_member').selectAll().where('staff_id', '=', id).execute();
  expect(left).toHaveLength(1);
});

it('tells who comes late what there is now', async () => {
  const made = await leader.call(team.add, { team_name: 'Sóng' });
  await leader.call(team.update, { id: made.id, version: 1, team_name: 'Sóng biển' });
  const late = await leader.send(team.update, { id: made.id, version: 1, team_name: 'Sóng sông' });
  expect(late.problem).toMatchObject({ status: 409, code: 'stale', current: { team_name: 'Sóng biển', version: 2 } });
});
