import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';

let bureau: TestApp;
beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

it('a missing own record is reported in the words of the specification', async () => {
  const somebody = await bureau.as(['npn_view_task']);
  await bureau.db.deleteFrom('team_member').where('staff_id', '=', somebody.user_id).execute();
  await bureau.db.deleteFrom('staff').where('id', '=', somebody.user_id).execute();
  const { problem } = await somebody.send(endpoints.staff.info, { id: somebody.user_id });
  expect(problem.status).toBe(404);
  expect(problem.errors?.map(({ message }) => message)).toEqual(['User information not found.']);
});
