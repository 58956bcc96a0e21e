import { endpoints } from '@darkroom/contract/endpoints';
import { listSecretFields } from '@darkroom/contract/field-tables/field';
import { STAFF } from '@darkroom/contract/field-tables/staff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { listErrors, OPEN_FIELDS, createStaffFixture } from '../../testing/fixtures/staff-fixture.ts';

const { staff } = endpoints;
const ALL_FIELDS = [...OPEN_FIELDS, ...listSecretFields(STAFF)].sort();
const listKeys = (row: object) => Object.keys(row).sort();
let bureau: TestApp;
let office: Awaited<ReturnType<typeof createStaffFixture>>;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await createStaffFixture(bureau);
});
afterAll(() => bureau.close());

describe('pay and residence', () => {
  it('the response has pay and residence only with permission, otherwise not even keys', async () => {
    const person = await bureau.as({ salary_1: 9_000_000, residence_id: '079000000001' });
    const readInfo = async (client: ApiClient) => client.send(staff.info, { id: person.user_id });
    const viewer = await bureau.as(['npn_view_member']);
    const payroll = await bureau.as(['npn_view_staff_info']);
    const nobody = await bureau.as(['npn_view_task', 'npn_change_member', 'npn_view_team']);
    expect(listKeys((await readInfo(viewer)).body)).toEqual(OPEN_FIELDS);
    expect(listKeys((await readInfo(payroll)).body)).toEqual(ALL_FIELDS);
    expect(listKeys((await readInfo(person)).body)).toEqual(ALL_FIELDS);
    expect(listKeys((await readInfo(office.superuser)).body)).toEqual(ALL_FIELDS);
    expect((await readInfo(nobody)).problem).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await readInfo(nobody)).text).not.toContain('079000000001');
    for (const [client, wanted] of [
      [viewer, OPEN_FIELDS],
      [office.manager, ALL_FIELDS],
      [office.superuser, ALL_FIELDS],
    ] as const) {
      const { results } = await client.call(staff.list, { page_size: 200 });
      expect(results.length).toBeGreaterThan(3);
      for (const row of results) expect(listKeys(row)).toEqual(wanted);
    }
    expect((await payroll.send(staff.list, {})).status).toBe(403);
  });

  it('sort, filter and search by pay need permission', async () => {
    const viewer = await bureau.as(['npn_view_member']);
    for (const sort of ['salary_1', '-salary_1', 'salary_2', '-salary_2']) {
      const response = await viewer.send(staff.list, { sort });
      expect(response.problem).toMatchObject({ status: 403, code: 'private_fields' });
    }
    for (const field of listSecretFields(STAFF)) {
      expect((await viewer.send(staff.list, { [field]: '1' })).problem.errors?.[0]?.code).toBe('unknown_field');
    }
    await bureau.as({ residence_id: 'unheard-of-number', residence_address: 'unheard-of-number' });
    expect((await office.manager.call(staff.list, { text: 'unheard-of-number' })).total_items).toBe(0);
    await bureau.as({ salary_1: 99_000_000 });
    const { results } = await office.manager.call(staff.list, { sort: '-salary_1' });
    expect(results[0]).toMatchObject({ salary_1: 99_000_000 });
  });

  it('only users with permission for all members write pay and residence', async () => {
    const person = await bureau.as(['npn_view_member', 'npn_change_member']);
    for (const field of listSecretFields(STAFF)) {
      const value = /salary/.test(field) ? 1 : field.endsWith('_at') ? '2020-01-01' : 'x';
      const own = await person.send(staff.update, { id: person.user_id, version: 1, [field]: value });
      expect(own.problem).toMatchObject({ status: 403, code: 'private_fields', errors: [{ field }] });
      expect((await office.clerk.send(staff.add, { ...office.createFields(), [field]: value })).problem.code).toBe(
        'private_fields',
      );
    }
    const { member } = await office.clerk.call(staff.add, office.createFields());
    expect(listKeys(member)).toEqual(OPEN_FIELDS);
    const paid = await office.manager.call(staff.update, {
      id: member.id,
      version: member.version,
      salary_1: 12_500_000,
    });
    expect(paid).toMatchObject({ salary_1: 12_500_000, version: 2 });
  });

  it('the form requires pay and residence with permission', async () => {
    const response = await office.manager.send(staff.add, office.createFields());
    expect(listErrors(response)).toEqual([
      ['address', 'required'],
      ['residence_id', 'required'],
      ['residence_address', 'required'],
    ]);
    const { member } = await office.add();
    const emptied = await office.manager.send(staff.update, { id: member.id, version: 1, residence_id: ' ' });
    expect(listErrors(emptied)).toEqual([['residence_id', 'required']]);
  });
});
