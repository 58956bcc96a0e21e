import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api.ts';
import { reuseUnchanged } from './etags.ts';

const FRESH_MS = 60_000;
const CACHE_MS = 5 * 60_000;
const MAX_RETRIES = 3;

/** Waits 1 s, 2 s, 4 s … at most 30 s (spec §7). */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** True for up to three retries, and only where the response can change: network, 5xx, 429 (domain §8). */
export const shouldRetry = (failures: number, error: unknown): boolean => failures < MAX_RETRIES && isTransient(error);

/** Creates the client of spec §7. Writes fail immediately and do not wait for the network. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: CACHE_MS,
        refetchOnWindowFocus: true,
        retry: shouldRetry,
        retryDelay,
        structuralSharing: reuseUnchanged,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
