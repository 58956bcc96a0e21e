import { expect, it } from 'vitest';
import { createTestApp } from './app.ts';
import { recordStatements } from './statements.ts';

it('the statements of an injected request are recorded when its response is awaited', async () => {
  const bureau = await createTestApp();
  const { result, statements } = await recordStatements(() => bureau.app.inject('/health/ready'));
  expect(result.statusCode).toBe(200);
  expect(statements).not.toEqual([]);
  await bureau.close();
});
