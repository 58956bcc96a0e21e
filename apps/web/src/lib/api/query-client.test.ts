import { describe, expect, it } from 'vitest';
import { shouldRefresh } from '../activity.ts';
import { ApiError } from './api.ts';
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts';

const createFailure = (status: number) =>
  new ApiError(status, { type: 'about:blank', title: '', status, code: 'internal' });

describe('fetched data (spec §7)', () => {
  it('data is fresh for 60 s, stored for 5 minutes and refetched on focus', () => {
    const { queries } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ staleTime: 60_000, gcTime: 300_000, refetchOnWindowFocus: true });
  });

  it('a read is retried three times, after 1000 ms, doubling to at most 30000 ms', () => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, createFailure(503)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  });

  it('a read is retried only without a response, on 5xx and on 429', () => {
    expect([0, 500, 502, 503, 429].every((status) => shouldRetry(0, createFailure(status)))).toBe(true);
    expect([400, 401, 403, 404, 409, 422, 423].some((status) => shouldRetry(0, createFailure(status)))).toBe(false);
    expect(shouldRetry(0, new TypeError('a mistake of our own'))).toBe(false);
  });
});

describe('the periodic refresh (spec §7)', () => {
  it('the refresh runs only in a visible tab of a user active within 120 s', () => {
    expect(shouldRefresh(1_000_000, true, 1_000_000 - 120_000)).toBe(true);
    expect(shouldRefresh(1_000_000, true, 1_000_000 - 120_001)).toBe(false);
    expect(shouldRefresh(1_000_000, false, 1_000_000)).toBe(false);
  });
});
