import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { validSearch } from './use-screen-search.ts';

const schema = z.object({
  text: z.string().optional(),
  status: z.array(z.int().min(1).max(14)).optional(),
  page: z.int().min(1).default(1),
});

describe('the state of a screen in its address', () => {
  it('keeps what the schema accepts, as it was written', () => {
    expect(validSearch(schema, { text: 'cưới', status: [3, 4] })).toEqual({ text: 'cưới', status: [3, 4] });
  });

  it('loses a bad value of a pasted link and nothing else', () => {
    expect(validSearch(schema, { text: 'cưới', status: [3, 99], page: -1 })).toEqual({ text: 'cưới' });
  });

  it('takes out what the screen does not know', () => {
    expect(validSearch(schema, { utm_source: 'mail', page: 2 })).toEqual({ page: 2 });
    expect(validSearch(z.strictObject({ page: z.int().optional() }), { utm_source: 'mail', page: 2 })).toEqual({
      page: 2,
    });
  });
});
