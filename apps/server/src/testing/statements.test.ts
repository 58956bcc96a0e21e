import { expect, it } from 'vitest';
import { testApp } from './app.ts';
import { statementsOf } from './statements.ts';

it('records the statements of an injected request, which is only sent when somebody asks for its answer', async () => {
  const bureau = await testApp();
  const { result, statements } = await statementsOf(() => bureau.app.inject('/health/ready'));
  expect(result.statusCode).toBe(200);
  expect(statements).not.toEqual([]);
  await bureau.close();
});
