import type { AnyEndpoint } from '@darkroom/contract/endpoints';
import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isTransient } from './api.ts';
import { readInBackground } from './query.ts';

/** The reads behind the choices of forms and filters. Their failures are silent (spec §8), so the empty list reports them. */
const LOOKUPS: ReadonlySet<unknown> = new Set<AnyEndpoint['name']>([
  'user.list',
  'category.list',
  'customer.list',
  'customer.values',
  'setting.metadata',
  'staff.choices',
  'team.list',
  'group.list',
  'permission.list',
  'request.jobs',
  'portal.customer2',
  'portal.catalogue',
]);

type ReadState = 'loading' | 'failed' | 'fine';
type ReadFilter = (read: Query) => boolean;

const isLookup: ReadFilter = (read) => LOOKUPS.has(read.queryKey[0]) && read.state.data === undefined;
const hasData: ReadFilter = (read) => read.state.data !== undefined;

/** Returns the state of those reads on the page. It is read from the cache and needs no request. */
function useReads(filter: ReadFilter) {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const findActiveReads = useCallback(() => cache.findAll({ type: 'active', predicate: filter }), [cache, filter]);
  const readState = useSyncExternalStore(
    useCallback((changed) => cache.subscribe(notifyManager.batchCalls(changed)), [cache]),
    (): ReadState => {
      const reads = findActiveReads();
      if (reads.some((read) => read.state.status === 'error')) return 'failed';
      return reads.some((read) => read.state.fetchStatus === 'fetching') ? 'loading' : 'fine';
    },
  );
  const retry = () => {
    // The read's state shows a second failure.
    for (const read of findActiveReads()) if (read.state.status === 'error') read.fetch().catch(() => undefined);
  };
  return { readState, retry };
}

export const useLookupReads = () => useReads(isLookup);

export const useIsRefreshFailed = (): boolean => useReads(hasData).readState === 'failed';

/** Repeats the visible reads that received no response. Rejected reads stay as they are, because the connection is not their cause. */
export function retryFailedReads(client: QueryClient): void {
  const failed = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isTransient(state.error),
  });
  for (const read of failed) void readInBackground(client, read);
}
