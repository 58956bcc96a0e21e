import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dropInvalidParams } from './use-screen-search.ts';

const schema = z.object({
  text: z.string().optional(),
  status: z.array(z.int().min(1).max(14)).optional(),
  page: z.int().min(1).default(1),
});

describe('the URL parameters of a screen', () => {
  it('a value that the schema accepts stays as written', () => {
    expect(dropInvalidParams(schema, { text: 'cưới', status: [3, 4] })).toEqual({ text: 'cưới', status: [3, 4] });
  });

  it('a pasted link loses only its invalid value', () => {
    expect(dropInvalidParams(schema, { text: 'cưới', status: [3, 99], page: -1 })).toEqual({ text: 'cưới' });
  });

  it('unknown names are removed', () => {
    expect(dropInvalidParams(schema, { utm_source: 'mail', page: 2 })).toEqual({ page: 2 });
    expect(dropInvalidParams(z.strictObject({ page: z.int().optional() }), { utm_source: 'mail', page: 2 })).toEqual({
      page: 2,
    });
  });
});
