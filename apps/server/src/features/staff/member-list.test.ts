import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildGroup } from '../../testing/factories/people.ts';
import { createStaffFixture } from '../../testing/fixtures/staff-fixture.ts';

const { staff } = endpoints;
let bureau: TestApp;
let office: Awaited<ReturnType<typeof createStaffFixture>>;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await createStaffFixture(bureau);
});
afterAll(() => bureau.close());

describe('the member list', () => {
  it('the list filters by text without marks, group, team, status and workplace', async () => {
    const group = await buildGroup(bureau.db, { permissions: [] });
    const { member } = await office.add({ full_name: 'Đặng Thuỳ Trâm', workplace: 'Hội An', department: 'Văn phòng' });
    await office.superuser.call(staff.update, {
      id: member.id,
      version: 1,
      group_id: group.id,
      working_status: 'Probation',
    });
    const findIds = async (filter: object) =>
      (await office.clerk.call(staff.list, filter)).results.map((row) => row.id);
    for (const filter of [
      { text: 'dang thuy' },
      { group_id: [group.id] },
      { working_status: ['Probation'] },
      { workplace: ['Hội An'], active: true },
      { department: ['Văn phòng'], team_id: [office.team_id], gender: 'Female' },
    ]) {
      expect(await findIds(filter), JSON.stringify(filter)).toEqual([member.id]);
    }
    expect(await findIds({ workplace: ['Hội An'], active: false })).toEqual([]);
    expect((await office.clerk.call(staff.choices, {})).workplaces).toContain('Hội An');
  });
});
