import { endpoints } from '@darkroom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});
afterAll(() => house.close());

it('says in the specification’s words that one’s own record is not there', async () => {
  const somebody = await house.as(['npn_view_task']);
  await house.db.deleteFrom('team_member').where('staff_id', '=', somebody.user_id).execute();
  await house.db.deleteFrom('staff').where('id', '=', somebody.user_id).execute();
  const { problem } = await somebody.send(endpoints.staff.info, { id: somebody.user_id });
  expect(problem.status).toBe(404);
  expect(problem.errors?.map(({ message }) => message)).toEqual(['User information not found.']);
});
