import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validSearch } from './use-screen-search.ts';

const schema = z.object({
  text: z.string().optional(),
  status: z.array(z.int().min(1).max(14)).optional(),
  page: z.int().min(1).default(1),
});

describe('the URL parameters of a screen', () => {
  it('keep the values that the schema accepts, as written', () => {
    expect(validSearch(schema, { text: 'cưới', status: [3, 4] })).toEqual({ text: 'cưới', status: [3, 4] });
  });

  it('lose only the bad value of a pasted link', () => {
    expect(validSearch(schema, { text: 'cưới', status: [3, 99], page: -1 })).toEqual({ text: 'cưới' });
  });

  it('lose unknown names', () => {
    expect(validSearch(schema, { utm_source: 'mail', page: 2 })).toEqual({ page: 2 });
    expect(validSearch(z.strictObject({ page: z.int().optional() }), { utm_source: 'mail', page: 2 })).toEqual({
      page: 2,
    });
  });
});
