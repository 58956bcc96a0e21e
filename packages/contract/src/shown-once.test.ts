import { expect, it } from 'vitest';
import { z } from 'zod';
import { shownOnce, removeSecrets } from './fields.ts';

it('a stored response omits secrets at every level and keeps all other fields', () => {
  const one = z.object({ id: z.int(), secret: shownOnce() });
  const answer = z.object({ ...one.shape, within: one.nullable(), perhaps: one.optional(), many: z.array(one) });
  const told = { id: 1, secret: 's' };
  const kept = { id: 1, secret: null };
  expect(removeSecrets(answer, { ...told, within: told, perhaps: told, many: [told, told] })).toEqual({
    ...kept,
    within: kept,
    perhaps: kept,
    many: [kept, kept],
  });
  expect(removeSecrets(answer, { ...told, within: null, many: [] })).toEqual({ ...kept, within: null, many: [] });
});
