import { expect, it } from 'vitest';
import { testApp } from './app.ts';
import { statementsOf } from './statements.ts';

it('the statements of an injected request are recorded when its answer is awaited', async () => {
  const bureau = await testApp();
  const { result, statements } = await statementsOf(() => bureau.app.inject('/health/ready'));
  expect(result.statusCode).toBe(200);
  expect(statements).not.toEqual([]);
  await bureau.close();
});
