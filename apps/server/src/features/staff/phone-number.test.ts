import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';

let bureau: TestApp;
beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

it('a phone number keeps its digits in any format, with +84 as 0', async () => {
  const manager = await bureau.as(['npn_view_member', 'npn_change_member']);
  const changePhoneNumber = async (phone_number: string) => {
    const { user_id } = await buildStaff(bureau.db);
    return manager.send(endpoints.staff.update, { id: user_id, version: 1, phone_number });
  };
  const written = ['(+84) 901 234-567', '0901.234.567', ' 0084 (0)901 234 567 ', '+1 202-5550'];
  const storedMembers = await Promise.all(written.map(async (number) => (await changePhoneNumber(number)).body));
  expect(storedMembers).toMatchObject([
    { phone_number: '0901234567' },
    { phone_number: '0901234567' },
    { phone_number: '0901234567' },
    { phone_number: '+12025550' },
  ]);
  const refused = await Promise.all(['09 ext 1', '12-34', '090 123 456 789'].map(changePhoneNumber));
  expect(refused.map(({ problem }) => problem.errors?.map(({ code }) => code))).toEqual([
    ['not_phone'],
    ['not_phone'],
    ['too_long'],
  ]);
});

it('a phone number loses invisible copied characters', async () => {
  const manager = await bureau.as(['npn_view_member', 'npn_change_member']);
  const { user_id } = await buildStaff(bureau.db);
  const marks = ['\u200b', '\u2060', '\u00ad', '\u200e', '\u202c', '\ufeff'];
  let version = 1;
  for (const mark of marks) {
    const phone_number = `${mark}0901${mark}23456${version}`;
    const { body } = await manager.send(endpoints.staff.update, { id: user_id, version, phone_number });
    expect(body.phone_number, encodeURI(mark)).toBe(`090123456${version}`);
    ({ version } = body);
  }
});
