import { expect, it } from 'vitest';
import { z } from 'zod';
import { shownOnce, removeSecrets } from './fields.ts';

it('a stored response omits secrets at every level and keeps all other fields', () => {
  const secretRow = z.object({ id: z.int(), secret: shownOnce() });
  const response = z.object({
    ...secretRow.shape,
    within: secretRow.nullable(),
    perhaps: secretRow.optional(),
    many: z.array(secretRow),
  });
  const withSecret = { id: 1, secret: 's' };
  const withoutSecret = { id: 1, secret: null };
  expect(
    removeSecrets(response, { ...withSecret, within: withSecret, perhaps: withSecret, many: [withSecret, withSecret] }),
  ).toEqual({
    ...withoutSecret,
    within: withoutSecret,
    perhaps: withoutSecret,
    many: [withoutSecret, withoutSecret],
  });
  expect(removeSecrets(response, { ...withSecret, within: null, many: [] })).toEqual({
    ...withoutSecret,
    within: null,
    many: [],
  });
});
