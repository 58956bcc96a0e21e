import { describe, expect, it } from 'vitest';
import { addressOf, screenAt, screens } from './screens.ts';

describe('the table of screens', () => {
  it('has one row for each address, and one key for each', () => {
    const addresses = screens.map(addressOf);
    expect(new Set(addresses).size).toBe(addresses.length);
    const keys = screens.flatMap(({ goKey }) => goKey ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('guards another row of a page as the page itself, which stands before it and answers to the path', () => {
    const others = screens.filter(({ by }) => by !== undefined);
    expect(others.map(addressOf)).toContain('/job?by=detail');
    for (const other of others) {
      const page = screenAt(other.path);
      expect(page?.by).toBeUndefined();
      expect(other.access).toEqual(page?.access);
      expect(other.locks).toEqual(page?.locks);
    }
  });
});
